/**
 * The moment a delayed reader's market ends, ms: only trades with ts < cut exist for them (CONTRACT stream rule 7).
 * Whole seconds, so that everybody with the same delay sees the same market. Undefined for readers without delay.
 */
export function cutOf(delayMs: number, nowMs: number): number | undefined {
  return delayMs > 0 ? Math.floor((nowMs - delayMs) / 1000) * 1000 : undefined
}
