/**
 * Masks a name for others: the first letter, and the last one if the name has at least 5 characters. "alexandra" ->
 * "a***a".
 */
export function maskName(name: string): string {
  const letters = [...name]
  const last = letters.length >= 5 ? letters[letters.length - 1] : ''
  return `${letters[0] ?? ''}***${last}`
}
