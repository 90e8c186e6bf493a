import { ArchiveError } from '../errors.ts'
import { CsvParser, LINE_TOO_LONG, MAX_LINE_BYTES } from './csv-parser.ts'
import type { BadLine } from './csv-parser.ts'
import { detectLayout } from './layout.ts'
import type { DetectedLayout, Layout } from './layout.ts'
import { openArchive } from './open-archive.ts'
import type { Packing } from './open-archive.ts'
import type { RawColumns } from './raw-columns.ts'

/** A whole archive file in memory, before the instrument's units are applied. */
export interface RawFile {
  readonly file: string
  readonly packing: Packing
  readonly layout: Layout
  readonly hasHeader: boolean
  readonly timeUnit: TimeUnit
  /** The source was in descending order; `rows` are already reversed. */
  readonly newestFirst: boolean
  /** `time` is in ms, floored. */
  readonly rows: RawColumns
  /** Line of row i. */
  readonly lineOf: (row: number) => number
  readonly badLines: readonly BadLine[]
  /** Rows whose id is a number beyond 2^53 - 1, and the line of the first of them; null without any. */
  readonly largeIds: { readonly count: number; readonly firstLine: number } | null
}

export interface ReadOptions {
  readonly format: string
  /** Collect bad lines instead of rejecting the file at the first one. */
  readonly skipBad: boolean
  /** An archive that unpacks to more than this many times its size is rejected; defaults to DEFAULT_MAX_EXPANSION. */
  readonly maxExpansion?: number
  readonly onProgress?: (share: number, rows: number) => void
}

const MAX_BAD_LINES_KEPT = 1000
/** Below this progress the number of rows cannot be estimated. */
const MIN_PROGRESS = 0.05
/** Trade files typically compress about ten times. */
export const DEFAULT_MAX_EXPANSION = 100

/** Reads one archive file: detects packing, layout and time unit, and validates every line. */
export async function readArchive(file: string, options: ReadOptions): Promise<RawFile> {
  const archive = await openArchive(file, options.maxExpansion ?? DEFAULT_MAX_EXPANSION)
  const badLines: BadLine[] = []
  const onBadLine = (bad: BadLine) => {
    if (!options.skipBad || bad.isFatal) throw new ArchiveError(file, bad.line, bad.reason)
    if (badLines.length < MAX_BAD_LINES_KEPT) badLines.push(bad)
  }
  let detected: DetectedLayout | null = null
  let parser: CsvParser | null = null
  let head: Uint8Array = new Uint8Array(0)
  for await (const chunk of archive.bytes) {
    if (parser) {
      expectRows(parser.rows, archive.progress())
      parser.feed(chunk)
    } else {
      head = joined(head, chunk)
      const newline = head.indexOf(10)
      if (newline < 0 && head.length < 4096) continue
      if (newline > MAX_LINE_BYTES) throw new ArchiveError(file, 1, LINE_TOO_LONG)
      detected = detectLayout(
        new TextDecoder().decode(head.subarray(0, newline < 0 ? 200 : newline)),
        options.format,
        file,
      )
      parser = startParser(detected, head, newline, onBadLine)
    }
    options.onProgress?.(archive.progress(), parser.rows.length)
  }
  if (!parser || !detected) {
    const line = new TextDecoder().decode(head)
    detected = detectLayout(line, options.format, file)
    parser = startParser(detected, joined(head, Uint8Array.of(10)), head.length, onBadLine)
  }
  parser.finish()
  return finishFile(file, archive.packing, detected, parser, badLines, onBadLine)
}

/**
 * Preallocates rows from the progress so far. An underestimate only costs further growth; the estimate is bounded by
 * the rows already read.
 */
function expectRows(rows: RawColumns, progress: number): void {
  if (progress >= MIN_PROGRESS) rows.expected = Math.ceil((rows.length / progress) * 1.15)
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function startParser(detected: DetectedLayout, head: Uint8Array, newline: number, onBadLine: (bad: BadLine) => void) {
  const parser = new CsvParser(detected.layout.roles, detected.columns, onBadLine)
  // Skip the byte order mark.
  const start = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
  if (detected.hasHeader) parser.lines = 1
  parser.feed(head.subarray(detected.hasHeader ? newline + 1 : start))
  return parser
}

function finishFile(
  file: string,
  packing: Packing,
  detected: DetectedLayout,
  parser: CsvParser,
  badLines: BadLine[],
  onBadLine: (bad: BadLine) => void,
): RawFile {
  const { rows } = parser
  if (rows.length === 0) throw new ArchiveError(file, 0, 'contains no trades')
  const firstLine = detected.hasHeader ? 2 : 1
  const lineOf = (row: number) => (rows.line ? rows.line[row] : row + firstLine)
  const timeUnit = timesToMs(file, rows, parser.timeDecimals, lineOf, onBadLine)
  const newestFirst = isNewestFirst(rows)
  if (newestFirst) reverseRows(rows, lineOf)
  const { layout, hasHeader } = detected
  const finalLineOf = (row: number) => (rows.line ? rows.line[row] : row + firstLine)
  return {
    file,
    packing,
    layout,
    hasHeader,
    timeUnit,
    newestFirst,
    rows,
    lineOf: finalLineOf,
    badLines,
    largeIds: findLargeIds(rows, finalLineOf),
  }
}

function findLargeIds({ textId, length }: RawColumns, lineOf: (row: number) => number): RawFile['largeIds'] {
  let count = 0
  let firstLine = Infinity
  for (let i = 0; textId !== null && i < length; i++) {
    if (!/^\d{16,}$/.test(textId[i]) || Number.isSafeInteger(Number(textId[i]))) continue
    count++
    firstLine = Math.min(firstLine, lineOf(i))
  }
  return count === 0 ? null : { count, firstLine }
}

/** Converts the time column to ms (floored) and drops rows with implausible times. */
function timesToMs(
  file: string,
  rows: RawColumns,
  timeDecimals: number,
  lineOf: (row: number) => number,
  onBadLine: (bad: BadLine) => void,
): TimeUnit {
  const scale = 10 ** timeDecimals
  const unit = detectTimeUnit(rows.time[0] / scale)
  if (!unit)
    throw new ArchiveError(file, lineOf(0), `the time ${rows.time[0] / scale} is outside 2001 to 2099 in every unit`)
  const { multiply, divide } = unitsPerMs(unit)
  const divisor = divide * scale
  const earliest = 978_307_200_000
  const latest = 4_102_444_800_000
  for (let i = 0; i < rows.length; i++) {
    const ms = multiply === 1 && divisor === 1 ? rows.time[i] : Math.floor((rows.time[i] * multiply) / divisor)
    if (ms < earliest || ms >= latest) {
      const line = lineOf(i)
      onBadLine({ line, reason: `the time ${rows.time[i] / scale} does not fit the file's unit (${unit})` })
      dropRow(rows, i, lineOf)
      i--
      continue
    }
    rows.time[i] = ms
  }
  return unit
}

function keepLines(rows: RawColumns, lineOf: (row: number) => number): Float64Array {
  return (rows.line ??= Float64Array.from({ length: rows.time.length }, (_, i) => lineOf(i)))
}

function dropRow(rows: RawColumns, row: number, lineOf: (row: number) => number): void {
  const line = keepLines(rows, lineOf)
  for (const column of [rows.time, rows.price, rows.qty, rows.side, rows.fills, rows.id, line]) {
    column.copyWithin(row, row + 1, rows.length)
  }
  rows.textId?.splice(row, 1)
  rows.length--
}

/** A source counts as newest first if it starts later than it ends and most steps go back. */
function isNewestFirst(rows: RawColumns): boolean {
  if (rows.length < 2 || rows.time[0] <= rows.time[rows.length - 1]) return false
  let back = 0
  let forth = 0
  for (let i = 1; i < rows.length; i++) {
    if (rows.time[i] < rows.time[i - 1]) back++
    else if (rows.time[i] > rows.time[i - 1]) forth++
  }
  return back > forth
}

function reverseRows(rows: RawColumns, lineOf: (row: number) => number): void {
  const line = keepLines(rows, lineOf)
  for (const column of [rows.time, rows.price, rows.qty, rows.side, rows.fills, rows.id, line]) {
    column.subarray(0, rows.length).reverse()
  }
  rows.textId?.reverse()
}

/** Time units of archives. Detected by magnitude: the values of each unit since 2001 differ by a factor of 1000. */
type TimeUnit = 's' | 'ms' | 'us'

const EARLIEST_S = 978_307_200 // 2001-01-01
const LATEST_S = 4_102_444_800 // 2100-01-01
const PER_SECOND: Record<TimeUnit, number> = { s: 1, ms: 1e3, us: 1e6 }

/** The unit in which `value` is between 2001 and 2100, or null. The ranges of the units do not overlap. */
function detectTimeUnit(value: number): TimeUnit | null {
  for (const unit of ['s', 'ms', 'us'] as const) {
    const seconds = value / PER_SECOND[unit]
    if (seconds >= EARLIEST_S && seconds < LATEST_S) return unit
  }
  return null
}

/** Factor from `unit` to ms; for units finer than ms divide by `divide` instead (exact floor). */
function unitsPerMs(unit: TimeUnit): { multiply: number; divide: number } {
  const perSecond = PER_SECOND[unit]
  return perSecond >= 1000 ? { multiply: 1, divide: perSecond / 1000 } : { multiply: 1000, divide: 1 }
}
