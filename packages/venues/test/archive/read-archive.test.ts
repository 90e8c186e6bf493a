import { describe, expect, test } from 'vitest'
import { ArchiveError, deriveUnits, readArchive, toTrades } from '../../src/index.ts'
import { gzipSync } from 'node:zlib'
import { gzipped, writeArchive, zipped } from './files.ts'

async function read(file: string, options: { format?: string; skipBad?: boolean; side?: 'given' | 'tick-rule' } = {}) {
  const raw = await readArchive(file, { format: options.format ?? 'auto', skipBad: options.skipBad ?? false })
  const units = deriveUnits(raw)
  const bad: string[] = []
  const trades = toTrades(raw, {
    ...units,
    side: options.side ?? 'given',
    onBadLine: (line, reason) => void bad.push(`${line}: ${reason}`),
  })
  return { raw, units, trades, bad }
}

const rowsOf = ({ trades }: Awaited<ReturnType<typeof read>>) =>
  Array.from({ length: trades.length }, (_, i) => [
    trades.textId?.[i] ?? trades.id[i],
    trades.ts[i],
    trades.price[i],
    trades.qty[i],
    trades.buy[i] ? 'B' : 'S',
    trades.fills[i],
  ])

const SPOT =
  '7001,83.29,0.107,500,500,1750507467356000,False,True\n7002,83.30,1.390,501,503,1750507470500123,True,True\n'
const FUTURES_HEADER = 'agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker\n'
const FUTURES = `${FUTURES_HEADER}1,61800.30,0.006,5266583935,5266583935,1723161256322,false\n2,61800.2,0.199,5266583936,5266583938,1723161256344,true\n`

describe('layouts', () => {
  test('reads Binance spot aggTrades without header: microseconds floored, maker = sold, fills from first and last id', async () => {
    const result = await read(writeArchive('a.csv', SPOT))
    expect(result.raw.layout.name).toBe('Binance spot aggTrades')
    expect(result.raw).toMatchObject({ timeUnit: 'us', hasHeader: false, packing: 'csv', newestFirst: false })
    expect(result.units).toEqual({ tickSize: '0.01', lotSize: '0.001' })
    expect(rowsOf(result)).toEqual([
      [500, 1750507467356, 8329, 107, 'B', 1],
      [501, 1750507470500, 8330, 1390, 'S', 3],
    ])
  })

  test('reads Binance spot aggTrades before 2025 in milliseconds', async () => {
    const result = await read(
      writeArchive(
        'a.csv',
        SPOT.replaceAll('1750507467356000', '1700507467356').replaceAll('1750507470500123', '1700507470500'),
      ),
    )
    expect(result.raw.timeUnit).toBe('ms')
    expect(rowsOf(result)[1][1]).toBe(1700507470500)
  })

  test('reads Binance futures aggTrades with header and ids beyond 32 bits', async () => {
    const result = await read(writeArchive('a.csv', FUTURES))
    expect(result.raw.layout.name).toBe('Binance futures aggTrades')
    expect(result.raw.hasHeader).toBe(true)
    expect(result.units.tickSize).toBe('0.1')
    expect(rowsOf(result)).toEqual([
      [5266583935, 1723161256322, 618003, 6, 'B', 1],
      [5266583936, 1723161256344, 618002, 199, 'S', 3],
    ])
  })

  test('reads Binance spot and futures trades', async () => {
    const spot = await read(
      writeArchive('t.csv', '9,1.5,2,3,1750507467356000,True,True\n10,1.6,2,3,1750507467356000,False,True\n'),
    )
    expect(spot.raw.layout.name).toBe('Binance spot trades')
    expect(rowsOf(spot).map((row) => row[4])).toEqual(['S', 'B'])
    const futures = await read(
      writeArchive('t.csv', 'id,price,qty,quote_qty,time,is_buyer_maker\n9,1.5,2,3,1723161256322,true\n'),
    )
    expect(futures.raw.layout.name).toBe('Binance futures trades')
    expect(futures.raw.layout.ids).toBe('sparse')
  })

  test('reads Bybit derivatives: fractional seconds, uuids, newest first reversed', async () => {
    const header = 'timestamp,symbol,side,size,price,tickDirection,trdMatchID,grossValue,homeNotional,foreignNotional\n'
    const line = (time: string, side: string, price: string, id: string) =>
      `${time},BTCUSDT,${side},0.010,${price},PlusTick,${id},1,1,1\n`
    const text =
      header +
      line('1585180700.0647', 'Buy', '6698.5', 'b3a1e7a0-0000-4000-8000-000000000003') +
      line('1585180700.0647', 'Sell', '6698.0', 'b3a1e7a0-0000-4000-8000-000000000002') +
      line('1585180699.9', 'Sell', '6698.0', 'b3a1e7a0-0000-4000-8000-000000000001')
    const result = await read(writeArchive('b.csv.gz', gzipped(text)))
    expect(result.raw).toMatchObject({ packing: 'gzip', timeUnit: 's', newestFirst: true })
    expect(rowsOf(result).map((row) => [String(row[0]).slice(-1), row[1], row[4]])).toEqual([
      ['1', 1585180699900, 'S'],
      ['2', 1585180700064, 'S'],
      ['3', 1585180700064, 'B'],
    ])
  })

  test('reads Bybit spot with a column added later, and 19-digit ids exactly', async () => {
    const text =
      'id,timestamp,price,volume,side,rpi\n2290000000012345678,1723161256322,61800.3,0.1,buy,0\n2290000000012345679,1723161256322,61800.4,0.1,sell,1\n'
    const result = await read(writeArchive('b.csv', text))
    expect(result.raw.layout.name).toBe('Bybit spot')
    expect(result.trades.textId).toEqual(['2290000000012345678', '2290000000012345679'])
  })

  test('reads Tardis trades', async () => {
    const text =
      'exchange,symbol,timestamp,local_timestamp,id,side,price,amount\nbitmex,XBTUSD,1585699200245000,1585699200306157,a-1,sell,6425.5,100\n'
    const result = await read(writeArchive('x.csv', text))
    expect(rowsOf(result)).toEqual([['a-1', 1585699200245, 1, 1, 'S', 1]])
    expect(result.units).toEqual({ tickSize: '6425.5', lotSize: '100' })
  })

  test('reads canonical files with and without header, with \\r\\n, without a final newline, and with a byte order mark', async () => {
    const body = '1,1750507467356000,83.29,0.107,B\r\n2,1750507467356999,83.3,1,S'
    for (const text of [
      body,
      `id,ts_us,price,qty,side\r\n${body}`,
      `\uFEFFid,ts_us,price,qty,side\r\n${body}`,
      `\uFEFF${body}`,
    ]) {
      const result = await read(writeArchive('c.csv', text))
      expect(result.raw.layout.name).toBe('canonical')
      expect(rowsOf(result)).toEqual([
        [1, 1750507467356, 8329, 107, 'B', 1],
        [2, 1750507467356, 8330, 1000, 'S', 1],
      ])
    }
  })

  test('reads canonical files with fills, with and without header', async () => {
    const body = '100,1750507467356000,83.29,0.107,buy,3\n103,1750507467357000,83.3,1,sell,1\n'
    for (const text of [body, `id,ts_us,price,qty,side,fills\n${body}`]) {
      const result = await read(writeArchive('c.csv', text))
      expect(result.raw.layout.name).toBe('canonical with fills')
      expect(rowsOf(result)).toEqual([
        [100, 1750507467356, 8329, 107, 'B', 3],
        [103, 1750507467357, 8330, 1000, 'S', 1],
      ])
    }
  })

  test.each(['0', '1.5', '4294967296', 'two', '-1', ''])('rejects fills of "%s"', async (fills) => {
    await expect(
      read(writeArchive('c.csv', `id,ts_us,price,qty,side,fills\n1,1750507467356000,83.29,0.107,buy,${fills}\n`)),
    ).rejects.toThrow('line 2: the')
  })

  test('rejects times in nanoseconds instead of rounding them', async () => {
    await expect(read(writeArchive('n.csv', '1,1750507467356000123,83.29,0.107,B\n'))).rejects.toThrow(
      'line 1: the time "1750507467356000123" has too many digits',
    )
  })

  test('rejects an unknown layout and lists the known ones', async () => {
    await expect(read(writeArchive('u.csv', 'foo;bar\n1;2\n'))).rejects.toThrow(/line 1: unknown layout.*Bybit spot/)
  })

  test('--format limits layout detection', async () => {
    await expect(read(writeArchive('u.csv', SPOT), { format: 'tardis' })).rejects.toThrow('unknown layout')
  })
})

describe('packings', () => {
  test('a zip, a gzip and the plain file give the same trades', async () => {
    const plain = rowsOf(await read(writeArchive('a.csv', SPOT)))
    expect(rowsOf(await read(writeArchive('a.csv.gz', gzipped(SPOT))))).toEqual(plain)
    expect(rowsOf(await read(writeArchive('a.zip', zipped({ 'a.csv': SPOT }))))).toEqual(plain)
    expect(rowsOf(await read(writeArchive('zip-by-content.csv', zipped({ 'a.csv': SPOT }))))).toEqual(plain)
  })

  test('names damaged, truncated, empty, missing and ambiguous files in the error', async () => {
    await expect(read(writeArchive('d.zip', zipped({ 'a.csv': SPOT }, true)))).rejects.toThrow('checksum')
    await expect(read(writeArchive('t.csv.gz', gzipped(SPOT.repeat(100)).subarray(0, 60)))).rejects.toThrow(
      'cannot be unpacked',
    )
    await expect(read(writeArchive('e.csv', ''))).rejects.toThrow('is empty')
    await expect(read('nowhere.csv')).rejects.toThrow('nowhere.csv: there is no such file')
    await expect(read(writeArchive('two.zip', zipped({ 'a.csv': SPOT, 'b.csv': SPOT })))).rejects.toThrow(
      'holds 2 CSV files',
    )
    await expect(read(writeArchive('z.zip', Buffer.from('PK\u0003\u0004garbage')))).rejects.toThrow(
      'not a readable zip',
    )
    await expect(read(writeArchive('h.csv', FUTURES_HEADER))).rejects.toThrow('contains no trades')
  })
})

describe('bad lines', () => {
  const good = (i: number) => `${i},1750507467356000,83.29,0.107,B\n`
  test.each([
    ['3,1750507467356000,83.29,0.107', 'only 4 of 5 columns'],
    ['3,1750507467356000,83.29,0.107,B,9', 'more than 5 columns'],
    ['3,1750507467356000,abc,0.107,B', 'the price "abc" is not a decimal number'],
    ['3,1750507467356000,83.29,,B', 'the quantity "" is not a decimal number'],
    ['3,1750507467356000,83.29,0,B', 'the quantity is not greater than 0'],
    ['3,1750507467356000,83.29,-1,B', 'the quantity is not greater than 0'],
    ['3,1750507467356000,83.29,0.107,X', 'unknown side "X"'],
    ['3,17505,83.29,0.107,B', "does not fit the file's unit (us)"],
    ['3,1750507467356000,83.29,99999999999999999999,B', 'the quantity "99999999999999999999" has too many digits'],
    [',1750507467356000,83.29,0.107,B', 'the id is empty'],
    ['3,1750507467356000,-83.29,0.107,B', 'the price is negative'],
    ['3,1750507467356000,-8.329e1,0.107,B', 'the price is negative'],
    ['-3,1750507467356000,83.29,0.107,B', 'the id -3 is negative'],
    ['3,1750507467356000,0.1' + '0'.repeat(300) + '1,0.107,B', 'a field is longer than 256 bytes'],
  ])('%s', async (line, reason) => {
    const file = writeArchive('bad.csv', good(1) + good(2) + line + '\n' + good(4))
    await expect(read(file)).rejects.toThrow(`${file}, line 3: `)
    await expect(read(file)).rejects.toThrow(reason)
    const skipping = await read(file, { skipBad: true })
    expect(skipping.raw.badLines).toEqual([{ line: 3, reason: expect.stringContaining(reason) }])
    expect(skipping.trades.length).toBe(3)
  })

  test('counts lines correctly after skipped and empty ones', async () => {
    const text = `${good(1)}\nrubbish\n${good(2)}3,1750507467356000,83.295,0.107,\n`
    const result = await read(writeArchive('bad.csv', text), { skipBad: true })
    expect(result.raw.badLines.map((bad) => bad.line)).toEqual([3])
    expect(result.bad).toEqual(['5: the side of the aggressor is not given (--side tick-rule estimates it)'])
  })

  test('names the line of a price that is not a multiple of the tick', async () => {
    const raw = await readArchive(writeArchive('p.csv', good(1) + '2,1750507467356000,83.295,0.107,B\n'), {
      format: 'auto',
      skipBad: false,
    })
    const bad: string[] = []
    toTrades(raw, {
      tickSize: '0.01',
      lotSize: '0.001',
      side: 'given',
      onBadLine: (line, reason) => void bad.push(`${line}: ${reason}`),
    })
    expect(bad).toEqual(['2: the price 83.295 is no multiple of the tick 0.01'])
  })
})

describe('hostile files', () => {
  const line = '1,1750507467356000,83.29,0.107,B\n'

  test('rejects a zip entry outside its folder with a readable message', async () => {
    const file = writeArchive('up.zip', zipped({ '../x.csv': SPOT }))
    const error = await read(file).catch((failure: Error) => failure)
    expect(error).toBeInstanceOf(ArchiveError)
    expect((error as Error).message).toBe(`${file}: is not a readable zip: invalid relative path: ../x.csv`)
  })

  test.each([
    ['a number', line, ''],
    ['a skipped column', FUTURES_HEADER, ','],
  ])('rejects an endless line before reading the rest of the file: %s', async (_, before, after) => {
    for (const skipBad of [false, true]) {
      const file = writeArchive('long.csv', `${before}${'7'.repeat(40 << 20)}${after}`)
      let read = 0
      const started = performance.now()
      await expect(
        readArchive(file, { format: 'auto', skipBad, onProgress: (share) => (read = share) }),
      ).rejects.toThrow('the line is longer than 65536 bytes')
      expect(read).toBeLessThan(0.2)
      expect(performance.now() - started).toBeLessThan(10_000)
    }
  })

  test('rejects a long line for any chunk boundaries', async () => {
    const { CsvParser } = await import('../../src/archive/csv-parser.ts')
    const bytes = new TextEncoder().encode(`${line}1,1,1,${'1'.repeat(70_000)},B\n${line}`)
    for (const cut of [0, 40, 60_000, 69_000, bytes.length]) {
      const bad: string[] = []
      const parser = new CsvParser(['id', 'time', 'price', 'qty', 'side'], 5, ({ line: at, reason, isFatal }) => {
        bad.push(`${at} ${isFatal} ${reason}`)
        throw new Error(reason)
      })
      expect(() => {
        parser.feed(bytes.subarray(0, cut))
        parser.feed(bytes.subarray(cut))
        parser.finish()
      }).toThrow('longer')
      expect(bad).toEqual(['2 true the line is longer than 65536 bytes'])
    }
  })

  test.each([
    ['gzip', gzipSync],
    ['zip', (text: string) => zipped({ 'x.csv': text })],
  ])('rejects a %s that expands beyond the limit, unless an option lifts it', async (kind, pack) => {
    const file = writeArchive(`bomb.${kind}`, pack(line.repeat(1_000_000)))
    await expect(readArchive(file, { format: 'auto', skipBad: false })).rejects.toThrow(
      'unpacks to more than 100 times its size',
    )
    const raw = await readArchive(file, { format: 'auto', skipBad: false, maxExpansion: Infinity })
    expect(raw.rows.length).toBe(1_000_000)
  })

  test('counts ids beyond 2^53 and reports the line of the first', async () => {
    const text = `${line}9007199254740992,1750507467356000,83.29,0.107,B\n9007199254740991,1750507467356000,83.29,0.107,B\n18446744073709551615,1750507467357000,83.29,0.107,B\n`
    const { raw, trades } = await read(writeArchive('large.csv', text))
    expect(raw.largeIds).toEqual({ count: 2, firstLine: 2 })
    expect(trades.textId).toContain('18446744073709551615')
    expect((await read(writeArchive('small.csv', line))).raw.largeIds).toBeNull()
  })
})

describe('values', () => {
  test('parses exponents and signs exactly', async () => {
    const text = '1,1750507467356000,8.329e1,1.07e-1,B\n2,1750507467356000,+5E0,+2,S\n'
    const result = await read(writeArchive('e.csv', text))
    expect(result.units).toEqual({ tickSize: '0.01', lotSize: '0.001' })
    expect(rowsOf(result).map((row) => [row[2], row[3]])).toEqual([
      [8329, 107],
      [500, 2000],
    ])
  })

  test('tick rule: above the last different price bought, below sold, initial trades as the first change', async () => {
    const prices = ['10', '10', '11', '11', '10', '10', '12']
    const text = prices.map((price, i) => `${i},175050746735${i}000,${price},1,\n`).join('')
    const result = await read(writeArchive('r.csv', text), { side: 'tick-rule' })
    expect(
      rowsOf(result)
        .map((row) => row[4])
        .join(''),
    ).toBe('BBBBSSB')
  })

  test('rejects a price that was rounded as a float', async () => {
    const text = '1,1750507467356000,500.000000000001,1,B\n2,1750507467356000,500.1,1,B\n'
    await expect(read(writeArchive('f.csv', text))).rejects.toThrow(/divide only by 0.00000000000\d: not a tick/)
    const long = '1,1750507467356000,0.30000000000000004,1,B\n'
    await expect(read(writeArchive('f.csv', long))).rejects.toThrow('too many')
  })

  test('gives the same rows for any chunk boundaries', async () => {
    const { CsvParser } = await import('../../src/archive/csv-parser.ts')
    const bytes = new TextEncoder().encode(SPOT.repeat(5))
    const roles = ['skip', 'price', 'qty', 'firstId', 'lastId', 'time', 'maker', 'skip'] as const
    for (let cut = 0; cut <= bytes.length; cut += 7) {
      const parser = new CsvParser(roles, 8, (bad) => {
        throw new Error(bad.reason)
      })
      parser.feed(bytes.subarray(0, cut))
      parser.feed(bytes.subarray(cut))
      parser.finish()
      expect(parser.rows.length).toBe(10)
      expect([...parser.rows.price.subarray(0, 10)]).toEqual(
        Array.from({ length: 10 }, (_, i) => (i % 2 ? 8330 : 8329)),
      )
    }
  })
})
