/** The same moment one year later by the calendar (UTC); from the 29th of February to the 28th. ms since the epoch. */
export function addYear(ms: number): number {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCFullYear(date.getUTCFullYear() + 1)
  // A year without that day: JavaScript went on to the 1st of March.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}
