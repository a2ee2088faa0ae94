//! "Did you mean": the declared name nearest to an unknown one.

/// The candidate with the smallest edit distance to `name`, if it is near enough to be a typing mistake. Names of one
/// letter are near to nothing: each is another name.
pub(crate) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    candidates
        .filter(|c| {
            *c != name && name.len() > 1 && c.len() > 1 && c.len().abs_diff(name.len()) <= limit && name.len() <= 64
        })
        .map(|c| (distance(name, c), c))
        .filter(|(d, _)| *d <= limit)
        .min()
        .map(|(_, c)| c)
}

/// How many characters to add, remove, change or swap with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut next = vec![i + 1];
        for j in 0..b.len() {
            let change = row[j] + usize::from(a[i] != b[j]);
            let mut best = change.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(before[j - 1] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = ["count", "total", "i"];
        assert_eq!(nearest("coutn", names.into_iter()), Some("count"));
        assert_eq!(nearest("cuotn", names.into_iter()), None);
        assert_eq!(nearest("coun", names.into_iter()), Some("count"));
        assert_eq!(nearest("totals", names.into_iter()), Some("total"));
        assert_eq!(nearest("j", names.into_iter()), None);
        assert_eq!(nearest("zzz", names.into_iter()), None);
    }
}
