import { ArchiveError } from './archive-error.ts'
import { HEADER_ALIASES, LAYOUTS, type Layout } from './layout.ts'

export interface DetectedLayout {
  readonly layout: Layout
  readonly hasHeader: boolean
  /** Columns in the file; trailing ones that the layout does not know are skipped (venues add some). */
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

/** Does a line without header have values of the kinds this layout wants? */
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
 * Finds the layout of a file by its first line.
 *
 * Without a header the layouts differ by their number of columns and by what stands in them; Binance's spot aggTrades
 * and spot trades are told apart by `is_best_match` and their number of columns.
 */
export function detectLayout(firstLine: string, format: string, file: string): DetectedLayout {
  const fields = firstLine
    .replace(/^\uFEFF/, '')
    .trim()
    .split(',')
  const names = fields.map(headerName)
  const candidates = LAYOUTS.filter((layout) => format === 'auto' || layout.format === format)
  // The layout with the most columns wins: a shorter one may be a prefix of a longer one.
  const byLength = [...candidates].sort((a, b) => b.header.length - a.header.length)
  const byHeader = byLength.find((layout) => matchesHeader(layout, names))
  if (byHeader) return { layout: byHeader, hasHeader: true, columns: fields.length }
  const byValues = byLength.find((layout) => matchesValues(layout, fields))
  if (byValues) return { layout: byValues, hasHeader: false, columns: fields.length }
  const known = candidates.map((layout) => `${layout.name} (${layout.header.join(',')})`).join('; ')
  throw new ArchiveError(file, 1, `the layout is not known: "${firstLine.slice(0, 120)}". Known: ${known}`)
}
