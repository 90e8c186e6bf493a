/** A moment as a field for date and time holds it, UTC to the minute; seconds where there are some. */
export function fieldText(at: number): string {
  const text = new Date(at).toISOString()
  return at % 60_000 === 0 ? text.slice(0, 16) : text.slice(0, 19)
}

/** What such a field says in ms; null for no whole moment. */
export function momentOf(text: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return at >= 0 ? at : null
}
