/** Index of the item among `count` that a key moves to from `at`, or -1 when the key does not move. Wraps around. */
export function nextIndex(key: string, at: number, count: number, axis: 'vertical' | 'horizontal'): number {
  if (count === 0) return -1
  const [back, forth] = axis === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
  if (key === back) return (at <= 0 ? count : at) - 1
  if (key === forth) return (at + 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return -1
}
