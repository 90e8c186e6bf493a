/** The list index a key moves to, wrapping around; null when the key does not move. */
export function moved(key: string, at: number, length: number): number | null {
  if (length === 0) return null
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % length
    case 'ArrowUp':
      return (at + length - 1) % length
    default:
      return null
  }
}
