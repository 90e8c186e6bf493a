import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { decimalUnit, toUnits, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'

const REPOSITORY = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..')

/** Where the real market data lies: beside the repository unless FLOWPRINT_SHARED says otherwise. */
const SHARED = process.env['FLOWPRINT_SHARED'] ?? join(REPOSITORY, '..', 'shared')

/** The folder of the real market data, or null after one line that says which tests are skipped for want of it. */
export function sharedFolder(tests: string): string | null {
  if (existsSync(join(SHARED, 'data'))) return SHARED
  console.log(`skipped: ${tests}, since there is no market data in ${SHARED}`)
  return null
}

/** True when the file is there; otherwise prints one line that says what is skipped. */
export function hasSharedFile(path: string): boolean {
  const there = existsSync(join(SHARED, path))
  if (!there) console.log(`skipped: tests on ${path}, which is not in ${SHARED}`)
  return there
}

/** A gzipped text file. */
export function readSharedText(path: string): string {
  return gunzipSync(readFileSync(join(SHARED, path))).toString('utf8')
}

/** A canonical file `id,ts_us,price,qty,side` with a header line. */
export function readCanonicalTrades(path: string, tickSize: string, lotSize: string): Trades {
  const tick = decimalUnit(tickSize)
  const lot = decimalUnit(lotSize)
  const trades = new TradeBuilder()
  for (const line of readSharedText(path).split('\n').slice(1)) {
    if (line === '') continue
    const [id, tsUs, price, qty, side] = line.split(',')
    const ts = Math.floor(Number(tsUs) / 1000)
    trades.push(ts, toUnits(price, tick), toUnits(qty, lot), side.trim() === 'B', 1, Number(id))
  }
  return trades.build()
}
