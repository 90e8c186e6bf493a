import { ArchiveError } from '@flowprint/venues'
import type { TapeStore } from '../tape/index.ts'
import { importFile, type FileResult, type ImportReporter, type ImportSettings } from './import-file.ts'

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
