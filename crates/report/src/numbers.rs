//! Numbers as people read them.

use std::time::Duration;

/// With thousands separated: `1,234,567`.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number with its noun: `1 path`, `3 paths`.
pub fn counted(n: u64, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", thousands(n))
}

/// `850 ms`, `3.2 s`, `5 min 10 s`, `2 h 3 min`.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 1 {
        format!("{} ms", time.as_millis())
    } else if seconds < 60 {
        format!("{:.1} s", time.as_secs_f64())
    } else if seconds < 3600 {
        format!("{} min {} s", seconds / 60, seconds % 60)
    } else {
        format!("{} h {} min", seconds / 3600, seconds % 3600 / 60)
    }
}

/// `12.5 MiB`, `3.1 GiB`.
pub fn bytes(n: u64) -> String {
    let mib = n as f64 / (1 << 20) as f64;
    if mib < 1024.0 { format!("{mib:.1} MiB") } else { format!("{:.1} GiB", mib / 1024.0) }
}

/// A part of a whole: `83.3 %`; rounded down, so that only everything is `100.0 %`.
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    let tenths = u128::from(part) * 1000 / u128::from(whole);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!([thousands(0), thousands(999), thousands(1_234_567)], ["0", "999", "1,234,567"]);
        assert_eq!([counted(1, "path"), counted(2, "path")], ["1 path", "2 paths"]);
        assert_eq!(duration(Duration::from_millis(3200)), "3.2 s");
        assert_eq!(duration(Duration::from_secs(3725)), "1 h 2 min");
        assert_eq!(bytes(3 << 29), "1.5 GiB");
        assert_eq!([percent(1, 3), percent(3, 3), percent(999_999, 1_000_000)], ["33.3 %", "100.0 %", "99.9 %"]);
    }
}
