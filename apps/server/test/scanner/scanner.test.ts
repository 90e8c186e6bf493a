import type { ScanRow } from '@flowprint/contract'
import { MINUTE_MS } from '@flowprint/orderflow'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { minutesOf, scannerWorld } from './scanner-world.ts'
import type { ScannerWorld } from './scanner-world.ts'

const FROM = Date.UTC(2026, 0, 5, 12)

let world: ScannerWorld
beforeEach(async () => {
  world = await scannerWorld()
  world.setNow(FROM)
})
afterEach(() => world.close())

/** Stores minutes [from, to) and closes them. */
async function play(
  minutes: readonly (readonly { ts: number; price: number; qty: number; buy: boolean }[])[],
  from: number,
  to: number,
) {
  for (let n = from; n < to; n++) await world.trade(minutes[n], FROM + (n + 1) * MINUTE_MS - 1)
  await world.tape.tick(FROM + to * MINUTE_MS + 2_000)
  world.setNow(FROM + to * MINUTE_MS + 2_000)
}

const stored = async (): Promise<ScanRow[]> =>
  (
    await world.pool.query<{ content: ScanRow }>('select content from scanner_row order by interval_ms, symbol, t')
  ).rows.map(({ content }) => content)

test('stores a row per interval when bars close, once', async () => {
  const minutes = minutesOf(3, FROM, 40)
  await play(minutes, 0, 31)
  const scanner = world.scanner()
  await scanner.poll()
  const rows = await stored()
  const newest = rows.filter(({ t }) => t === FROM + 30 * MINUTE_MS)
  console.log(newest)
  expect(newest).toHaveLength(1)
})
