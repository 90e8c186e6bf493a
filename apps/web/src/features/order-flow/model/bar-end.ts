import { dayEndOf, type Bars } from '@flowprint/orderflow'

/**
 * End of a bar, whole ms, exclusive: by its cycle, or for bars without a fixed length the start of the next one. The
 * newest of those may last until the end of its UTC day.
 */
export function barEnd({ t, cycleMs, length }: Pick<Bars, 't' | 'cycleMs' | 'length'>, i: number): number {
  if (cycleMs > 0) return t[i] + cycleMs
  const start = Math.floor(t[i])
  return i + 1 < length ? Math.max(Math.floor(t[i + 1]), start + 1) : dayEndOf(start)
}
