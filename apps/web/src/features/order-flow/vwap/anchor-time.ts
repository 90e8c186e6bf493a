/** A moment as a field for date and time holds it, UTC to the minute; seconds where there are some. */
export function fieldText(at: number): string {
  const text = new Date(at).toISOString()
  return at % 60_000 === 0 ? text.slice(0, 16) : text.slice(0, 19)
}

/** What such a field says in ms; null for no whole moment. */
export function momentOf(text: string): number | null {
  const at = Date.parse(`${text}Z`)
  return Number.isFinite(at) && at >= 0 ? at : null
}
