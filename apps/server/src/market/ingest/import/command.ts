import { parseArgs } from 'node:util'
import { basename } from 'node:path'
import { DEFAULT_MAX_EXPANSION } from '@flowprint/venues'
import { decimalUnit } from '@flowprint/orderflow'
import cliProgress from 'cli-progress'
import type { ImportSettings, ImportReporter } from './import-files.ts'
import { parseSymbol } from '../symbol.ts'

export const USAGE = `npm run import -- FILE… --symbol BINANCE:LTCUSDT
  --format auto|binance|bybit|tardis|canonical   layout of the files (auto: found by the first line)
  --tick 0.01 --lot 0.001                        units of a new symbol (default: found in the file)
  --ids auto|contiguous|none                     whether a jump in the ids is a gap (auto: as the layout says)
  --side given|tick-rule                         tick-rule estimates sides that the file does not give
  --max-expansion 100                            refuse an archive that unpacks to more than 100 times its size (0: no limit)
  --skip-bad                                     leave bad lines out instead of refusing the file`

export interface ImportArguments {
  readonly files: readonly string[]
  readonly settings: ImportSettings
}

/** A command-line error: printed with the usage, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const CHOICES = {
  format: ['auto', 'binance', 'bybit', 'tardis', 'canonical'],
  ids: ['auto', 'contiguous', 'none'],
  side: ['given', 'tick-rule'],
} as const

export function parseImportArguments(argv: readonly string[]): ImportArguments {
  const { values, positionals } = parse(argv)
  if (positionals.length === 0) throw new UsageError('name at least one file')
  if (!values.symbol) throw new UsageError('--symbol is missing')
  const symbol = parseSymbol(values.symbol)
  if (!symbol)
    throw new UsageError(
      `--symbol ${values.symbol}: a symbol has the form EXCHANGE:PAIR, like BINANCE:LTCUSDT or BYBIT:BTCUSD.P`,
    )
  if (symbol.exchange === 'DEMO')
    throw new UsageError('DEMO symbols are simulated: name the exchange the trades come from')
  return {
    files: positionals,
    settings: {
      symbol,
      format: choice('format', values.format),
      ids: choice('ids', values.ids),
      side: choice('side', values.side),
      tick: unit('tick', values.tick),
      lot: unit('lot', values.lot),
      maxExpansion: expansion(values['max-expansion']),
      skipBad: values['skip-bad'] ?? false,
    },
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        symbol: { type: 'string' },
        format: { type: 'string' },
        tick: { type: 'string' },
        lot: { type: 'string' },
        ids: { type: 'string' },
        side: { type: 'string' },
        'skip-bad': { type: 'boolean' },
        'max-expansion': { type: 'string' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function choice<K extends keyof typeof CHOICES>(name: K, value: string | undefined): (typeof CHOICES)[K][number] {
  const allowed: readonly string[] = CHOICES[name]
  const chosen = value ?? allowed[0]
  if (!allowed.includes(chosen)) throw new UsageError(`--${name} ${chosen}: one of ${allowed.join(', ')}`)
  return chosen as (typeof CHOICES)[K][number]
}

/** 0 removes the limit. */
function expansion(value: string | undefined): number {
  if (value === undefined) return DEFAULT_MAX_EXPANSION
  if (!/^\d{1,6}$/.test(value)) throw new UsageError(`--max-expansion ${value}: a whole number, 0 for no limit`)
  return value === '0' ? Infinity : Number(value)
}

function unit(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  try {
    if (decimalUnit(value).mantissa <= 0n) throw new Error('not positive')
    return value
  } catch {
    throw new UsageError(`--${name} ${value}: a decimal number greater than 0`)
  }
}

/** Shows a progress bar on a terminal, otherwise a line per tenth. Both write to standard error. */
export function makeReporter(files: readonly string[]): ImportReporter & { done(): void } {
  return process.stderr.isTTY ? barReporter() : lineReporter(files)
}

function barReporter() {
  const bar = new cliProgress.SingleBar(
    {
      format: '  {bar} {percentage}% | {rows} rows | {eta_formatted} left',
      hideCursor: true,
      clearOnComplete: true,
      stream: process.stderr,
    },
    cliProgress.Presets.shades_classic,
  )
  let running = false
  const stop = () => {
    if (running) bar.stop()
    running = false
  }
  return {
    writeLine(line: string) {
      stop()
      process.stderr.write(`${line}\n`)
    },
    progress(share: number, rows: number) {
      if (!running) bar.start(1000, 0, { rows })
      running = true
      bar.update(Math.round(share * 1000), { rows })
    },
    done: stop,
  }
}

function lineReporter(files: readonly string[]) {
  let file = 0
  let said = 0
  return {
    writeLine(line: string) {
      process.stderr.write(`${line}\n`)
    },
    progress(share: number, rows: number) {
      const tenth = Math.floor(share * 10)
      if (tenth < said) file = Math.min(file + 1, files.length - 1)
      if (tenth !== said && tenth % 2 === 0)
        process.stderr.write(`${basename(files[file])}: ${tenth * 10} % read, ${rows} rows\n`)
      said = tenth
    },
    done() {},
  }
}
