/** The same time one calendar year later (UTC); 29 February becomes 28 February. ms since the epoch. */
export function addYear(ms: number): number {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCFullYear(date.getUTCFullYear() + 1)
  // The year has no such day, so JavaScript moved on to 1 March.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}
