/**
 * Similarity of two texts, ignoring order: 2 x (characters in common, counted with repetition) / (sum of both lengths).
 *
 * Input   any texts; characters are code points.
 * Output  0 to 1; 1 for two empty texts. Equals Python's `SequenceMatcher(a=a, b=b).quick_ratio()`.
 * Cost    one pass over each text.
 */
export function quickRatio(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  const length = left.length + right.length
  if (length === 0) return 1
  const available = new Map<string, number>()
  for (const character of right) available.set(character, (available.get(character) ?? 0) + 1)
  let common = 0
  for (const character of left) {
    const count = available.get(character) ?? 0
    if (count > 0) common++
    available.set(character, count - 1)
  }
  return (2 * common) / length
}
