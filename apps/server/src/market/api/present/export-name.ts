/** "2025-06-21T12:00:00.000Z" as "20250621T120000Z", valid on every file system. */
const compact = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')

/** Name of an exported file. */
export function exportName(file: {
  readonly symbol: string
  readonly what: string
  readonly from: number
  readonly to: number
}): string {
  const { symbol, what, from, to } = file
  return `${symbol.replace(/[^\w.]+/g, '-')}-${what}-${compact(from)}-${compact(to)}.csv`
}
