import { decimalUnit, toUnits, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { readShared, sharedFiles } from '@flowprint/testkit'

/** True when the file exists; otherwise logs which tests are skipped. */
export function hasSharedFile(path: string): boolean {
  return sharedFiles([path], `tests on ${path}`) !== null
}

/** Reads an existing compressed text file. */
export function readSharedText(path: string): string {
  return readShared(path) as string
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
