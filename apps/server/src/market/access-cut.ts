/**
 * The end of a delayed reader's market, ms: the reader sees only trades with ts < cut (CONTRACT stream rule 7). Rounded
 * to seconds, so that all readers with the same delay see the same data. Undefined for readers without delay.
 */
export function cutOf(delayMs: number, nowMs: number): number | undefined {
  return delayMs > 0 ? Math.floor((nowMs - delayMs) / 1000) * 1000 : undefined
}
