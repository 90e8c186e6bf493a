import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ArchiveError, archiveSourceOf, dayFileOf, fetchDayFile, openDay } from '@flowprint/venues'
import type { ArchiveSource, DayReader } from '@flowprint/venues'
import { concatTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { simulatedTape, startArchiveServer } from '@flowprint/testkit'
import type { ArchiveServer, DayLayout } from '@flowprint/testkit'
import { writeArchive } from '../archive/files.ts'

const units = { tickSize: '0.1', lotSize: '0.0001' }
const DAY_TS = Date.UTC(2026, 4, 13)
const tape = simulatedTape({ from: DAY_TS + 13.8 * 3_600_000, minutes: 40 })
/** Ids as in Bybit's files. */
const named: Trades = {
  ...tape,
  fills: new Uint32Array(tape.length).fill(1),
  textId: Array.from(tape.id, (id) => `0b-${id}`),
}
let server: ArchiveServer
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flowprint-day-'))
  const market = (layout: DayLayout, of: Trades) => ({ layout, marketId: 'BTCUSDT', tape: of, ...units })
  server = await startArchiveServer([
    market('binance-spot', tape),
    market('binance-usdm', tape),
    market('bybit-derivatives', named),
    market('bybit-spot', named),
  ])
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function open(venue: string, kind: string): Promise<DayReader> {
  const source = archiveSourceOf({ venue, kind }) as ArchiveSource
  const path = await fetchDayFile(dayFileOf(source, 'BTCUSDT', DAY_TS, { [venue]: server.origin }), {
    folder: join(folder, source.name),
  })
  return openDay({ file: path as string, format: 'auto', units, rowIds: source.ids === 'rows' })
}

const columns = ({ ts, price, qty, buy, fills }: Trades) =>
  [ts, price, qty, buy, fills].map((column) => Array.from(column))

describe('a day file read on a separate thread', () => {
  test.each([
    ['BINANCE', 'spot'],
    ['BINANCE', 'perpetual'],
    ['BYBIT', 'perpetual'],
    ['BYBIT', 'spot'],
  ])('%s %s gives the tape, hour by hour', async (venue, kind) => {
    const reader = await open(venue, kind)
    const hours: Trades[] = []
    for (const { hourTs } of reader.hours) hours.push(await reader.trades(hourTs, hourTs + 3_600_000))
    await reader.close()
    expect(reader.hours.map(({ hourTs }) => (hourTs - DAY_TS) / 3_600_000)).toEqual([13, 14])
    expect(hours.map((hour) => hour.length)).toEqual(reader.hours.map(({ count }) => count))
    const read = concatTrades(hours)
    expect(columns(read)).toEqual(columns(venue === 'BYBIT' ? named : tape))
    if (venue === 'BINANCE') expect(Array.from(read.id)).toEqual(Array.from(tape.id))
    if (venue === 'BYBIT' && kind === 'perpetual') expect(read.textId).toEqual(named.textId)
  })

  test('assigns trades with text ids the position that a live feed assigns', async () => {
    const reader = await open('BYBIT', 'perpetual')
    const read = await reader.trades(0, Infinity)
    await reader.close()
    const seen = new Map<number, number>()
    for (let i = 0; i < read.length; i++) {
      const before = seen.get(read.ts[i]) ?? 0
      expect(read.id[i]).toBe(read.ts[i] * 4096 + before)
      seen.set(read.ts[i], before + 1)
    }
    expect(Math.max(...seen.values())).toBeGreaterThan(1)
  })

  test('derives the units of an unlisted market from the file', async () => {
    const source = archiveSourceOf({ venue: 'BINANCE', kind: 'spot' }) as ArchiveSource
    const path = await fetchDayFile(dayFileOf(source, 'BTCUSDT', DAY_TS, { BINANCE: server.origin }), { folder })
    const reader = await openDay({ file: path as string, format: 'auto', units: null, rowIds: false })
    await reader.close()
    expect(reader).toMatchObject({ units, ids: 'fills', rows: tape.length })
  })

  test('rejects a file with an invalid line and names the line', async () => {
    const file = writeArchive(
      'bad.csv',
      'id,ts_us,price,qty,side\n1,1750507200000000,1.0,1,buy\n2,1750507200000001,x,1,buy\n',
    )
    const refused = openDay({ file, format: 'auto', units, rowIds: false })
    await expect(refused).rejects.toBeInstanceOf(ArchiveError)
    await expect(refused).rejects.toMatchObject({ line: 3 })
  })

  test('rejects a file with a price that is not a multiple of the tick and names the line', async () => {
    const file = writeArchive('tick.csv', 'id,ts_us,price,qty,side\n1,1750507200000000,1.05,1,buy\n')
    await expect(openDay({ file, format: 'auto', units, rowIds: false })).rejects.toThrow(
      'line 2: the price 1.05 is no multiple of the tick 0.1',
    )
  })
})
