/** A name as others may see it: its first letter, and its last where more than three would stand between. "alexandra" -> "a***a". */
export function maskName(name: string): string {
  const letters = [...name]
  const last = letters.length >= 5 ? letters[letters.length - 1] : ''
  return `${letters[0] ?? ''}***${last}`
}
