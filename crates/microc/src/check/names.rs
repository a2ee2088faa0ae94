//! "Did you mean": the declared name nearest to an unknown one.

/// The candidate with the smallest edit distance to `name`, if it is near enough to be a typing mistake.
pub(super) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    candidates
        .filter(|c| *c != name && c.len().abs_diff(name.len()) <= limit && name.len() <= 64)
        .map(|c| (distance(name, c), c))
        .filter(|(d, _)| *d <= limit)
        .min()
        .map(|(_, c)| c)
}

/// Levenshtein's distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let change = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = ["count", "total", "i"];
        assert_eq!(nearest("coutn", names.into_iter()), None);
        assert_eq!(nearest("coun", names.into_iter()), Some("count"));
        assert_eq!(nearest("totals", names.into_iter()), Some("total"));
        assert_eq!(nearest("j", names.into_iter()), Some("i"));
        assert_eq!(nearest("zzz", names.into_iter()), None);
    }
}
