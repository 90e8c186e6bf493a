import { SECOND_MS } from '@flowprint/orderflow'

const TWO_DIGITS = 10 * SECOND_MS

/** "85 ms", "2.4 s", "75 s"; a dash when unknown. */
export function msText(ms: number | null): string {
  if (ms === null) return '–'
  const size = Math.abs(ms)
  if (size < SECOND_MS) return `${ms} ms`
  return `${size < TWO_DIGITS ? (ms / SECOND_MS).toFixed(1) : Math.round(ms / SECOND_MS)} s`
}
