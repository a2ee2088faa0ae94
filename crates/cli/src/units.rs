//! Numbers, durations and sizes as they are written on the command line.

use std::time::Duration;

use pathfold_base::Integer;

/// `30`, `30s`, `5m`, `2h`, `500ms`; fractions such as `1.5s`. A plain number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    const HELP: &str = "write a number of seconds, or one with `ms`, `s`, `m` or `h`, such as `500ms` or `5m`";
    let (number, unit) = split(text);
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(HELP.to_owned()),
    };
    let seconds = number.parse::<f64>().map_err(|_| HELP.to_owned())? * scale;
    Duration::try_from_secs_f64(seconds).map_err(|_| HELP.to_owned())
}

/// With less memory nothing can be done.
const LEAST_MEMORY: f64 = 16.0 * 1024.0 * 1024.0;

/// `512M`, `2G`, `100000K`; a plain number is MiB. In bytes, at least 16 MiB.
pub fn size(text: &str) -> Result<u64, String> {
    const HELP: &str = "write a number of MiB, or one with `K`, `M` or `G`, such as `512M` or `2G`";
    let (number, unit) = split(text);
    let shift = match unit.to_ascii_lowercase().as_str() {
        "k" | "kb" | "kib" => 10,
        "" | "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(HELP.to_owned()),
    };
    let bytes = number.parse::<f64>().map_err(|_| HELP.to_owned())? * f64::from(2_u32).powi(shift);
    if !bytes.is_finite() || bytes < 0.0 {
        return Err(HELP.to_owned());
    }
    if bytes < LEAST_MEMORY {
        Err("write at least `16M`: less is not enough to begin".to_owned())
    } else {
        Ok(bytes as u64)
    }
}

fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// A whole number.
pub fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    let large = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let help = if large { "write a smaller number" } else { "write a whole number that is not negative" };
    text.parse().map_err(|_| help.to_owned())
}

/// A number that need not be whole.
pub fn fraction(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "write a number, such as `0.5`".to_owned())
}

/// A count; `1_000_000` and `1,000,000` are fine.
pub fn count(text: &str) -> Result<u64, String> {
    number(&text.chars().filter(|c| *c != '_' && *c != ',').collect::<String>())
}

/// A count that is at least 1.
pub fn small_count(text: &str) -> Result<usize, String> {
    match count(text).map(usize::try_from) {
        Ok(Ok(number)) if number > 0 => Ok(number),
        _ => Err("write a whole number that is at least 1".to_owned()),
    }
}

/// Numbers separated by commas or white space. One comma may follow the last.
pub fn integers(text: &str) -> Result<Vec<Integer>, String> {
    let mut numbers = Vec::new();
    let mut parts = text.split(is_comma).peekable();
    while let Some(part) = parts.next() {
        let before = numbers.len();
        for word in part.split_whitespace() {
            numbers.push(integer(word, numbers.len() as u64 + 1)?);
        }
        if numbers.len() == before && parts.peek().is_some() {
            return Err(missing(before as u64 + 1));
        }
    }
    Ok(numbers)
}

/// What is wrong where a comma follows no number.
pub fn missing(number: u64) -> String {
    format!("number {number} is missing: there is nothing before a comma")
}

/// One word of a list of numbers.
pub fn integer(word: &str, number: u64) -> Result<Integer, String> {
    word.parse().map_err(|_| {
        let short: String = word.chars().take(40).collect();
        format!("number {number} is `{}`, which is not a whole number", short.escape_debug())
    })
}

/// What stands between numbers.
pub fn is_separator(c: char) -> bool {
    is_comma(c) || c.is_whitespace()
}

/// What stands between two numbers once.
pub fn is_comma(c: char) -> bool {
    c == ',' || c == ';'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_read() {
        assert_eq!(duration("30"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(size("512"), Ok(512 << 20));
        assert_eq!(size("2G"), Ok(2 << 30));
        assert_eq!(size("1.5g"), Ok(3 << 29));
        assert_eq!(count("1_000"), Ok(1000));
        for bad in ["", "x", "-1", "5y", "1e999", "."] {
            assert!(duration(bad).is_err() && size(bad).is_err(), "{bad}");
        }
        for bad in ["-1", "x", "", "1.5"] {
            assert_eq!(count(bad), Err("write a whole number that is not negative".to_owned()), "{bad}");
        }
        assert_eq!(number::<u32>("4294967296"), Err("write a smaller number".to_owned()));
    }

    #[test]
    fn lists_of_numbers() {
        let numbers: Vec<Integer> = vec![1_i64.into(), (-2_i64).into(), 3_i64.into()];
        assert_eq!(integers("1, -2\n3"), Ok(numbers));
        assert_eq!(integers(""), Ok(vec![]));
        assert_eq!(integers("7, 8,\n").map(|numbers| numbers.len()), Ok(2));
        for (gap, number) in [("7,,8", 2), (",7", 1), ("7 , ;8", 2), (",", 1), ("1 2,,", 3)] {
            assert_eq!(integers(gap), Err(missing(number)), "{gap}");
        }
        assert!(integers("1,2x").is_err_and(|error| error.contains("number 2 is `2x`")));
    }
}
