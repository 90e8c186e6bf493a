import { ArchiveError, deriveUnits, readArchive, toTrades } from '@flowprint/venues'
import type { TapeStore, ImportResult, Instrument } from '../../store/index.ts'
import type { RawFile, SideRule } from '@flowprint/venues'
import { DAY_MS, decimalUnit, fromUnits, idText } from '@flowprint/orderflow'
import type { IdRule, Trades } from '@flowprint/orderflow'
import type { ParsedSymbol } from '../symbol.ts'
import { basename } from 'node:path'

/** The last line of the command, as JSON. */
export interface ImportSummary {
  readonly symbol: string
  readonly files: number
  readonly rows: number
  readonly imported: number
  readonly duplicates: number
  /** Skipped because a different trade has their id. */
  readonly conflicting: number
  readonly rejected: number
  /** Trades whose id is a number beyond 2^53 - 1. */
  readonly large_ids: number
  readonly gaps: number
  /** ISO, first and last trade of the files. */
  readonly from: string | null
  readonly to: string | null
  readonly seconds: number
}

export interface ImportOutcome {
  readonly summary: ImportSummary
  /** Files rejected as a whole, with the reason. */
  readonly failures: readonly string[]
}

/** Imports files one after the other; a rejected file stores nothing and does not stop the rest. */
export async function importFiles(
  store: TapeStore,
  files: readonly string[],
  settings: ImportSettings,
  reporter: ImportReporter,
): Promise<ImportOutcome> {
  const started = performance.now()
  const done: FileResult[] = []
  const failures: string[] = []
  for (const file of files) {
    try {
      const result = await importFile(store, file, settings, reporter)
      done.push(result)
      const conflicts = result.conflicting > 0 ? `, ${result.conflicting} in conflict` : ''
      reporter.writeLine(
        `${file}: ${result.imported} imported, ${result.duplicates} already there${conflicts}, ${result.rejected} left out`,
      )
    } catch (error) {
      if (
        !(error instanceof ArchiveError) &&
        (error as Error).name !== 'TickChangedError' &&
        (error as Error).name !== 'OrderflowError'
      )
        throw error
      const message = error instanceof ArchiveError ? error.message : `${file}: ${(error as Error).message}`
      failures.push(message)
      reporter.writeLine(`refused: ${message}`)
    }
  }
  const instrument = done.at(-1)?.instrument
  const first = smallest(done.map((result) => result.from))
  const last = greatest(done.map((result) => result.to))
  const gaps = instrument ? (await store.coverage(instrument)).gaps : []
  if (instrument) await store.refreshRecommended(instrument)
  const sum = (key: 'rows' | 'imported' | 'duplicates' | 'conflicting' | 'rejected' | 'largeIds') =>
    done.reduce((total, result) => total + result[key], 0)
  const summary: ImportSummary = {
    symbol: settings.symbol.symbol,
    files: done.length,
    rows: sum('rows'),
    imported: sum('imported'),
    duplicates: sum('duplicates'),
    conflicting: sum('conflicting'),
    rejected: sum('rejected'),
    large_ids: sum('largeIds'),
    gaps: gaps.filter((gap) => first !== null && last !== null && gap.to >= first && gap.from <= last).length,
    from: iso(first),
    to: iso(last),
    seconds: Math.round(performance.now() - started) / 1000,
  }
  return { summary, failures }
}

const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)
const smallest = (values: readonly (number | null)[]) => (known(values).length ? Math.min(...known(values)) : null)
const greatest = (values: readonly (number | null)[]) => (known(values).length ? Math.max(...known(values)) : null)
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

export interface ImportSettings {
  readonly symbol: ParsedSymbol
  readonly format: string
  /** Default: the instrument's own, or derived from the whole file. */
  readonly tick?: string
  readonly lot?: string
  readonly ids: 'auto' | 'contiguous' | 'none'
  readonly side: SideRule
  readonly skipBad: boolean
  /** See `ReadOptions.maxExpansion`. */
  readonly maxExpansion?: number
}

/** Events of an import, for a progress bar or log lines. */
export interface ImportReporter {
  writeLine(line: string): void
  progress(share: number, rows: number): void
}

export interface FileResult {
  readonly rows: number
  readonly imported: number
  readonly duplicates: number
  readonly conflicting: number
  readonly rejected: number
  readonly largeIds: number
  readonly from: number | null
  readonly to: number | null
  readonly instrument: Instrument
}

const MAX_REPORTED_LINES = 20

/** Imports one archive file atomically in one transaction. */
async function importFile(
  store: TapeStore,
  file: string,
  settings: ImportSettings,
  reporter: ImportReporter,
): Promise<FileResult> {
  const raw = await readArchive(file, {
    format: settings.format,
    skipBad: settings.skipBad,
    onProgress: reporter.progress,
    ...(settings.maxExpansion === undefined ? {} : { maxExpansion: settings.maxExpansion }),
  })
  reporter.writeLine(describeFile(file, raw))
  let rejected = 0
  const reject = (line: number, reason: string) => {
    if (!settings.skipBad) throw new ArchiveError(file, line, reason)
    rejected++
    if (rejected <= MAX_REPORTED_LINES) reporter.writeLine(`${file}, line ${line}: ${reason} (left out)`)
    else if (rejected === MAX_REPORTED_LINES + 1)
      reporter.writeLine('more lines are left out; they are counted, not named')
  }
  for (const bad of raw.badLines) reject(bad.line, bad.reason)
  if (raw.largeIds) {
    reporter.writeLine(
      `${file}: ${raw.largeIds.count} ids beyond 2^53, the first on line ${raw.largeIds.firstLine}: ids are kept as text`,
    )
  }

  const known = await store.findInstrument(settings.symbol.symbol)
  const units = chooseUnits(raw, settings, known, reporter)
  const trades = toTrades(raw, { ...units, side: settings.side, onBadLine: reject })
  const instrument = await store.ensureInstrument({
    ...settings.symbol,
    ...units,
    ids: idRule(raw, settings, known),
    qtyUnit: known?.qtyUnit ?? 'base',
    side: settings.side === 'tick-rule' || known?.side === 'estimated' ? 'estimated' : 'given',
    live: known?.live ?? false,
    simulated: false,
  })
  const covers = raw.layout.coversDays ? coverageOfFile(file, firstTs(trades), lastTs(trades)) : null
  const stored = await store.importRun(instrument, [trades], covers ? { covers } : {})
  reportConflicts(file, stored, instrument, reporter)
  const { imported, duplicates, conflicting, from, to } = stored
  const largeIds = raw.largeIds?.count ?? 0
  return {
    rows: raw.rows.length + raw.badLines.length,
    imported,
    duplicates,
    conflicting,
    rejected,
    largeIds,
    from,
    to,
    instrument,
  }
}

/** Lists the trades skipped because a different trade has their id. */
function reportConflicts(
  file: string,
  { conflicting, conflictExamples }: ImportResult,
  instrument: Instrument,
  reporter: ImportReporter,
): void {
  if (conflicting === 0) return
  const [tick, lot] = [decimalUnit(instrument.tickSize), decimalUnit(instrument.lotSize)]
  for (let i = 0; i < conflictExamples.length; i++) {
    const { ts, price, qty, buy } = conflictExamples
    const trade = `${buy[i] === 1 ? 'buy' : 'sell'} ${fromUnits(qty[i], lot)} at ${fromUnits(price[i], tick)}, ${new Date(ts[i]).toISOString()}`
    reporter.writeLine(`${file}: a different trade has the id ${idText(conflictExamples, i)}; left out: ${trade}`)
  }
  const rest = conflicting - conflictExamples.length
  if (rest > 0) reporter.writeLine(`${file}: ${rest} more trades are left out because a different trade has their id`)
}

const firstTs = (trades: Trades) => trades.ts[0]
const lastTs = (trades: Trades) => trades.ts[trades.length - 1]

function idRule(raw: RawFile, settings: ImportSettings, known: Instrument | null): IdRule {
  if (settings.ids !== 'auto') return settings.ids
  return known && raw.layout.format === 'canonical' ? known.ids : raw.layout.ids
}

/** Tick and lot: as given, else the instrument's own, else derived from the file and reported. */
function chooseUnits(raw: RawFile, settings: ImportSettings, known: Instrument | null, reporter: ImportReporter) {
  if (known) return { tickSize: settings.tick ?? known.tickSize, lotSize: settings.lot ?? known.lotSize }
  if (settings.tick && settings.lot) return { tickSize: settings.tick, lotSize: settings.lot }
  const derived = deriveUnits(raw)
  const units = { tickSize: settings.tick ?? derived.tickSize, lotSize: settings.lot ?? derived.lotSize }
  reporter.writeLine(
    `${settings.symbol.symbol} is new: tick ${units.tickSize} and lot ${units.lotSize} (--tick and --lot name others)`,
  )
  return units
}

function describeFile(file: string, raw: RawFile): string {
  const unit = { s: 'seconds', ms: 'milliseconds', us: 'microseconds' }[raw.timeUnit]
  const packing = raw.packing === 'csv' ? '' : `${raw.packing}, `
  const order = raw.newestFirst ? ', newest first' : ''
  return `${file}: ${packing}${raw.layout.name} ${raw.hasHeader ? 'with' : 'without'} header, times in ${unit}${order}, ${raw.rows.length} rows`
}

/**
 * The time an archive file covers, by the date in its name: `…-2025-06-21…` its whole UTC day, `…-2025-06…` its whole
 * month (INDICATORS 11). Null when the name has no date, or when its trades are outside that time.
 */
export function coverageOfFile(file: string, firstTs: number, lastTs: number): { from: number; to: number } | null {
  const match = /(?:^|\D)(20\d\d)-?(0[1-9]|1[0-2])(?:-?(0[1-9]|[12]\d|3[01]))?(?!\d)/.exec(basename(file))
  if (!match) return null
  const [, year, month, day] = match
  const from = Date.UTC(Number(year), Number(month) - 1, day ? Number(day) : 1)
  const to = day ? from + DAY_MS : Date.UTC(Number(year), Number(month), 1)
  return firstTs >= from && lastTs < to ? { from, to } : null
}
