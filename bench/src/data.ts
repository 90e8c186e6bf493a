import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { deriveUnits, readArchive, simulateTrades, toTrades, DEMO_MARKETS } from '@flowprint/venues'
import { decimalUnit, fromUnits, type Trades } from '@flowprint/orderflow'
import { sharedFile } from '@flowprint/testkit'

export const SPY = 'data/load/spy_20131007_11_tickrule_LOADTEST.csv.gz'
export const LTC = 'data/binance/binance_spot_LTCUSDT_20250621_22.csv.gz'

/** The trades of an archive file in its own units. */
export async function loadTrades(file: string): Promise<Trades> {
  const raw = await readArchive(file, { format: 'auto', skipBad: false })
  return toTrades(raw, {
    ...deriveUnits(raw),
    side: 'given',
    onBadLine: (line, reason) => {
      throw new Error(`${file}, line ${line}: ${reason}`)
    },
  })
}

/** The tape at `path`, or that many simulated hours if it does not exist. */
export async function tape(path: string, hours: number): Promise<{ name: string; trades: Trades }> {
  const file = sharedFile(path)
  if (file) return { name: path.includes('spy') ? 'SPY' : 'LTC', trades: await loadTrades(file) }
  console.log(`bench: ${path} does not exist, ${hours} simulated hours are used instead`)
  const from = Date.UTC(2026, 0, 5)
  return {
    name: `simulated ${hours} h`,
    trades: simulateTrades({ market: DEMO_MARKETS[0], seed: 1 }, from, from + hours * 3_600_000),
  }
}

/** A gzipped canonical file of approximately that many simulated trades. */
export function simulatedFile(folder: string, about: number): string {
  const market = DEMO_MARKETS[0]
  const hours = Math.ceil(about / ((market.model.fillsPerMinute / 3) * 60))
  const from = Date.UTC(2026, 0, 5)
  const trades = simulateTrades({ market, seed: 1 }, from, from + hours * 3_600_000)
  const [tick, lot] = [decimalUnit(market.tickSize), decimalUnit(market.lotSize)]
  const lines = ['id,ts_us,price,qty,side\n']
  for (let i = 0; i < trades.length; i++) {
    lines.push(
      `${trades.id[i]},${trades.ts[i]}000,${fromUnits(trades.price[i], tick)},${fromUnits(trades.qty[i], lot)},${trades.buy[i] ? 'B' : 'S'}\n`,
    )
  }
  const file = join(folder, `simulated-${hours}h.csv.gz`)
  writeFileSync(file, gzipSync(lines.join(''), { level: 6 }))
  return file
}
