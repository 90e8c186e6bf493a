import { parseArgs } from 'node:util'
import { DAY_MS } from '@flowprint/orderflow'
import cliProgress from 'cli-progress'
import { parseSymbol } from '../symbol.ts'
import { UsageError } from '../import/command.ts'
import { startOfDay } from './plan.ts'
import type { Span } from './plan.ts'

export const BACKFILL_USAGE = `npm run backfill -- --symbol BINANCE:LTCUSDT --days 7
  --symbol S                         the market; several: repeat it
  --days N                           the last N UTC days, today included (default 7)
  --from YYYY-MM-DD --to YYYY-MM-DD  days from the first to the last, both included, instead of --days
  --no-rest                          day files only: neither the listing of the exchange nor today`

const MAX_DAYS = 3_650

export interface BackfillArguments {
  readonly symbols: readonly string[]
  /** Whole UTC days. */
  readonly window: Span
  readonly rest: boolean
}

/** Throws UsageError with the allowed values. */
export function parseBackfillArguments(argv: readonly string[], now: number): BackfillArguments {
  const values = parse(argv)
  if (values.symbol === undefined || values.symbol.length === 0) throw new UsageError('--symbol is missing')
  return {
    symbols: [...new Set(values.symbol.map(readSymbol))],
    window: readWindow(values, now),
    rest: values['no-rest'] !== true,
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        symbol: { type: 'string', multiple: true },
        days: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        'no-rest': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function readSymbol(text: string): string {
  const parsed = parseSymbol(text)
  if (parsed === null)
    throw new UsageError(
      `--symbol ${text}: a symbol has the form EXCHANGE:PAIR, like BINANCE:LTCUSDT or BYBIT:BTCUSD.P`,
    )
  if (parsed.exchange === 'DEMO') throw new UsageError('DEMO symbols are simulated: there is nothing to fetch')
  return parsed.symbol
}

function readWindow({ days, from, to }: { days?: string; from?: string; to?: string }, now: number): Span {
  const today = startOfDay(now)
  if (from === undefined && to === undefined) {
    const count = Number(days ?? 7)
    if (!Number.isInteger(count) || count < 1 || count > MAX_DAYS)
      throw new UsageError(`--days ${days}: a whole number from 1 to ${MAX_DAYS}`)
    return { from: today - (count - 1) * DAY_MS, to: today + DAY_MS }
  }
  if (days !== undefined) throw new UsageError('--days and --from/--to exclude each other')
  if (from === undefined) throw new UsageError('--from is missing')
  const window = { from: readDay('from', from), to: (to === undefined ? today : readDay('to', to)) + DAY_MS }
  if (window.from >= window.to) throw new UsageError(`--from ${from} lies after --to ${to ?? 'today'}`)
  if (window.from > now) throw new UsageError(`--from ${from} lies in the future`)
  return window
}

function readDay(name: string, text: string): number {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isFinite(day) || new Date(day).toISOString().slice(0, 10) !== text)
    throw new UsageError(`--${name} ${text}: a day like 2026-05-13`)
  return day
}

/** Progress output of a backfill command. */
export interface BackfillReporter {
  writeLine(line: string): void
  /** Share of all missing time, 0 to 1; the current piece; trades so far; bytes so far. */
  progress(share: number, piece: string, rows: number, bytes: number): void
  done(): void
}

/** Shows a progress bar on a terminal, otherwise only one line per day. Both write to standard error. */
export function makeBackfillReporter(): BackfillReporter {
  return process.stderr.isTTY ? barReporter() : { writeLine, progress() {}, done() {} }
}

const writeLine = (line: string): void => void process.stderr.write(`${line}\n`)

function barReporter(): BackfillReporter {
  const bar = new cliProgress.SingleBar(
    {
      format: '  {bar} {percentage}% | {piece} | {rows} rows | {rate} MB/s | {eta_formatted} left',
      hideCursor: true,
      clearOnComplete: true,
      stream: process.stderr,
      etaBuffer: 50,
    },
    cliProgress.Presets.shades_classic,
  )
  const started = performance.now()
  let running = false
  const stop = (): void => {
    if (running) bar.stop()
    running = false
  }
  return {
    writeLine(line) {
      stop()
      writeLine(line)
    },
    progress(share, piece, rows, bytes) {
      const rate = (bytes / 1e6 / Math.max(0.001, (performance.now() - started) / 1000)).toFixed(1)
      if (!running) bar.start(1000, 0, { piece, rows, rate })
      running = true
      bar.update(Math.round(share * 1000), { piece, rows, rate })
    },
    done: stop,
  }
}
