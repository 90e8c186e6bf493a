/** Moments as text in UTC, whatever zone the page uses. */

/** Formats a moment for a datetime field, UTC to the minute; with seconds when not zero. */
export function formatUtcField(at: number): string {
  const text = new Date(at).toISOString()
  return at % 60_000 === 0 ? text.slice(0, 16) : text.slice(0, 19)
}

/** Parses such a field to ms; null when incomplete. */
export function parseUtcField(text: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return at >= 0 ? at : null
}

/** "20250621T120000Z" */
export function formatFileTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}
