//! Many comparisons at once.

/// The p-values adjusted so that the chance of any false claim among them stays at the level at which
/// each is judged (S. Holm, *A simple sequentially rejective multiple test procedure*, Scandinavian
/// Journal of Statistics 6, 1979). In the order in which they were given.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let count = p_values.len();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let (mut adjusted, mut largest) = (vec![0.0; count], 0.0_f64);
    for (place, index) in order.into_iter().enumerate() {
        largest = largest.max((count - place) as f64 * p_values[index]).min(1.0);
        adjusted[index] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked in the text on methods; given in another order here.
    #[test]
    fn worked_numbers() {
        let adjusted = holm(&[0.205, 0.001, 0.074, 0.008, 0.06, 0.039, 0.042, 0.041]);
        let expected = [0.234, 0.008, 0.234, 0.056, 0.234, 0.234, 0.234, 0.234];
        for (is, expected) in adjusted.iter().zip(expected) {
            assert!((is - expected).abs() < 1e-12, "{adjusted:?}");
        }
        assert!(holm(&[]).is_empty());
        assert_eq!(holm(&[0.7, 0.9]), [1.0, 1.0]);
    }
}
