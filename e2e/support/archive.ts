import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_BTCUSD, simulateTrades } from '@flowprint/venues'
import { decimalUnit, fromUnits, type Trades } from '@flowprint/orderflow'
import { runCommand } from './commands.ts'
import { SPEC_DIR } from './environment.ts'

/** Tick and lot of the tape below; the import must infer them. */
export const TICK = DEMO_BTCUSD.tickSize
export const LOT = DEMO_BTCUSD.lotSize

/** Deterministic simulated tape that starts at `fromMs`. */
export function createTape(fromMs: number, minutes: number): Trades {
  return simulateTrades({ seed: 7, market: DEMO_BTCUSD }, fromMs, fromMs + minutes * 60_000)
}

/**
 * Writes trades as a canonical file and returns its path.
 * `keep` filters rows. Ids are counted from 1 over the whole tape, so that filtered rows are a gap.
 */
export function writeCanonical(
  name: string,
  trades: Trades,
  keep: (ts: number, id: number) => boolean = () => true,
): string {
  const [tick, lot] = [decimalUnit(TICK), decimalUnit(LOT)]
  const lines = ['id,ts_us,price,qty,side']
  for (let i = 0; i < trades.length; i++) {
    const { [i]: ts } = trades.ts
    if (!keep(ts, i + 1)) continue
    lines.push(
      `${i + 1},${ts}000,${fromUnits(trades.price[i], tick)},${fromUnits(trades.qty[i], lot)},${trades.buy[i] ? 'buy' : 'sell'}`,
    )
  }
  mkdirSync(SPEC_DIR, { recursive: true })
  const file = join(SPEC_DIR, name)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

export interface ImportRun {
  readonly code: number | null
  /** The last line of standard output. */
  readonly summary: { imported: number; duplicates: number; rows: number; gaps: number; files: number } | null
  /** Standard error. */
  readonly stderr: string
}

/** Runs the import command while the server runs. */
export async function runImport(dataDir: string, args: readonly string[]): Promise<ImportRun> {
  const { code, stdout, stderr } = await runCommand('import', dataDir, args)
  const last = stdout.trim().split('\n').at(-1) ?? ''
  return { code, stderr, summary: last.startsWith('{') ? (JSON.parse(last) as ImportRun['summary']) : null }
}
