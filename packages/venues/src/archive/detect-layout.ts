import { ArchiveError } from './archive-error.ts'
import { HEADER_ALIASES, LAYOUTS, type Layout } from './layout.ts'

export interface DetectedLayout {
  readonly layout: Layout
  readonly hasHeader: boolean
  /** Columns in the file; unknown trailing ones are skipped (some venues add columns). */
  readonly columns: number
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text)

function headerName(text: string): string {
  const name = text.trim().toLowerCase().replace(/^"|"$/g, '')
  return HEADER_ALIASES[name] ?? name
}

function matchesHeader(layout: Layout, names: readonly string[]): boolean {
  return names.length >= layout.header.length && layout.header.every((name, i) => names[i] === name)
}

/** Whether a line without header has values of the kinds that this layout expects. */
function matchesValues(layout: Layout, fields: readonly string[]): boolean {
  if (layout.hasHeader === 'always' || fields.length !== layout.roles.length) return false
  return layout.roles.every((role, i) => {
    if (role === 'skip') return true
    if (role === 'maker') return /^(true|false)$/i.test(fields[i])
    if (role === 'side') return /^(b|s|buy|sell|unknown|)$/i.test(fields[i])
    if (role === 'id') return fields[i] !== ''
    return isNumber(fields[i])
  })
}

/**
 * Detects the layout of a file from its first line.
 *
 * Without a header, layouts differ by the number and content of their columns; Binance's spot aggTrades and spot trades
 * are distinguished by `is_best_match` and their number of columns.
 */
export function detectLayout(firstLine: string, format: string, file: string): DetectedLayout {
  const fields = firstLine
    .replace(/^\uFEFF/, '')
    .trim()
    .split(',')
  const names = fields.map(headerName)
  const candidates = LAYOUTS.filter((layout) => format === 'auto' || layout.format === format)
  // The longest matching layout wins: a shorter one may be its prefix.
  const byLength = [...candidates].sort((a, b) => b.header.length - a.header.length)
  const byHeader = byLength.find((layout) => matchesHeader(layout, names))
  if (byHeader) return { layout: byHeader, hasHeader: true, columns: fields.length }
  const byValues = byLength.find((layout) => matchesValues(layout, fields))
  if (byValues) return { layout: byValues, hasHeader: false, columns: fields.length }
  const known = candidates.map((layout) => `${layout.name} (${layout.header.join(',')})`).join('; ')
  throw new ArchiveError(file, 1, `unknown layout: "${firstLine.slice(0, 120)}". Known: ${known}`)
}
