import { decimalUnit, toUnits } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { readBybitFrame } from '../../../../src/live/venues/bybit/reader.ts'
import { sessionsOf } from '../support/recorded.ts'
import { readAll } from '../support/sink-record.ts'

const TRADE = {
  T: 1_786_310_820_346,
  s: 'ETHUSDT',
  S: 'Buy',
  v: '0.01',
  p: '1922.50',
  L: 'PlusTick',
  i: '19d7df56-4f10-5290-a969-d9d9f2c74cc3',
  BT: false,
  RPI: false,
  seq: 430_879_434_439,
}
const message = (...data: object[]) => ({ topic: 'publicTrade.ETHUSDT', type: 'snapshot', ts: 1_786_310_820_347, data })

describe('a publicTrade message', () => {
  it("is read with the exchange's texts, the taker as the aggressor and the send time", () => {
    const { record, taken } = readAll(readBybitFrame, [message(TRADE, { ...TRADE, S: 'Sell', p: '1922.5', i: 'b' })])
    const trade = { marketId: 'ETHUSDT', ts: TRADE.T, qty: '0.01', fills: 1 }
    expect(record.trades).toEqual([
      { ...trade, price: '1922.50', buy: true, id: TRADE.i },
      { ...trade, price: '1922.5', buy: false, id: 'b' },
    ])
    expect(record.clocks).toEqual([1_786_310_820_347])
    expect(taken).toEqual([true])
  })

  it('keeps every digit of 19-digit ids, as on spot', () => {
    const { record } = readAll(readBybitFrame, [message({ ...TRADE, i: '2290000000068683542' })])
    expect(record.trades[0].id).toBe('2290000000068683542')
  })

  it('yields all of 1,024 trades with the same seq in order', () => {
    const data = Array.from({ length: 1024 }, (_, k) => ({ ...TRADE, i: `id-${k}` }))
    const { record } = readAll(readBybitFrame, [message(...data), message({ ...TRADE, i: 'next' })])
    expect(record.trades.map((trade) => trade.id)).toEqual([...data.map((trade) => trade.i), 'next'])
    expect(record.faults).toEqual([])
  })

  it('treats a skipped seq as neither a gap nor a fault', () => {
    const { record } = readAll(readBybitFrame, [message(TRADE), message({ ...TRADE, seq: TRADE.seq + 500, i: 'b' })])
    expect(record.trades).toHaveLength(2)
    expect(record.faults).toEqual([])
  })

  it('excludes and counts block trades, and keeps RPI trades', () => {
    const { record } = readAll(readBybitFrame, [
      message(
        { ...TRADE, BT: true, i: 'block' },
        { ...TRADE, RPI: true, i: 'rpi' },
        { ...TRADE, BT: true, i: 'block 2' },
      ),
    ])
    expect(record.trades.map((trade) => trade.id)).toEqual(['rpi'])
    expect(record.notes).toEqual(['excluded ETHUSDT 1', 'excluded ETHUSDT 1'])
  })

  it('is read with its fields in any order', () => {
    const { record, taken } = readAll(readBybitFrame, [
      { type: 'snapshot', data: [TRADE], ts: 1, topic: 'publicTrade.ETHUSDT' },
    ])
    expect(record.trades).toHaveLength(1)
    expect(taken).toEqual([true])
  })

  it.each([
    ['a side that is neither', { S: 'None' }, 'side None'],
    ['a price that is a number', { p: 1922.5 }, 'not a string'],
    ['a time that is a text', { T: '1786310820346' }, 'time 1786310820346'],
    ['no id', { i: '' }, 'without id'],
  ])('with %s is a fault, and none of its trades is passed on', (_, change, said) => {
    const { record, taken } = readAll(readBybitFrame, [message(TRADE, { ...TRADE, ...change })])
    expect(record.trades).toEqual([])
    expect(record.faults).toHaveLength(1)
    expect(record.faults[0]).toContain(said)
    expect(taken).toEqual([true])
  })

  it('is a fault when truncated', () => {
    const { record, taken } = readAll(readBybitFrame, [JSON.stringify(message(TRADE)).slice(0, -3)])
    expect(record.faults).toEqual(['publicTrade message is not valid JSON'])
    expect(taken).toEqual([true])
  })
})

describe('other messages', () => {
  it('confirms the oldest request and passes confirmations, pongs and invalid JSON to ccxt', () => {
    const { record, taken } = readAll(readBybitFrame, [
      { success: true, ret_msg: '', conn_id: 'x', req_id: '1', op: 'subscribe' },
      { success: true, ret_msg: 'pong', conn_id: 'x', req_id: '2', op: 'ping' },
      { topic: 'tickers.BTCUSDT', data: {} },
      'garbage',
    ])
    expect(record.notes).toEqual(['acknowledged null'])
    expect(taken).toEqual([false, false, false, false])
  })

  it('names the market of a refused subscription and does not pass it to ccxt', () => {
    const { record, taken } = readAll(readBybitFrame, [
      { success: false, ret_msg: 'error:handler not found,topic:publicTrade.NOPEUSDT', req_id: '1', op: 'subscribe' },
      { success: false, ret_msg: 'Invalid symbol :[publicTrade.OLDUSDT]', req_id: '2', op: 'subscribe' },
      { success: false, ret_msg: 'args size >10', req_id: '3', op: 'subscribe' },
    ])
    expect(record.notes.map((note) => note.split(':')[0])).toEqual([
      'refused NOPEUSDT',
      'refused OLDUSDT',
      'refused null',
    ])
    expect(taken).toEqual([true, true, true])
  })
})

/** The text of a field of one row. */
const field = (row: string, name: string) => new RegExp(`(?:^|")${name}":"?([^",}]+)`).exec(row)![1]

const MILLIONTH = decimalUnit('0.000001')
/** The recording starts in the middle of a minute; this is the first complete one. */
const FIRST_WHOLE_MINUTE = 1_786_310_820_000

/** Trade messages, trades, and candles that agree with them or precede a pending trade. */
const COUNTS = {
  written: { messages: 7, trades: 13, candles: { equal: 3, underWay: 1 } },
  recorded: { messages: 120, trades: 347, candles: { equal: 83, underWay: 2 } },
}

describe.each(sessionsOf('BYBIT'))('$name of Bybit', ({ frames, answers, isWritten }) => {
  const counts = isWritten ? COUNTS.written : COUNTS.recorded
  const trades = frames.filter(({ text }) => text.includes('"publicTrade.'))

  it('gives exactly its trades: count, time, side, price, size and id', () => {
    const { record } = readAll(
      readBybitFrame,
      frames.map(({ text }) => text),
    )
    // The expected values are parsed independently, field by field from the raw text.
    const expected = trades.flatMap(({ text }) =>
      text
        .split('{"')
        .filter((row) => row.includes('"BT":'))
        .map((row) => ({
          marketId: field(row, 's'),
          ts: Number(field(row, 'T')),
          price: field(row, 'p'),
          qty: field(row, 'v'),
          buy: field(row, 'S') === 'Buy',
          fills: 1,
          id: field(row, 'i'),
        })),
    )
    expect(trades).toHaveLength(counts.messages)
    expect(expected).toHaveLength(counts.trades)
    expect(record.faults).toEqual([])
    expect(record.trades).toEqual(expected)
  })

  it('has 19-digit numeric ids on spot and uuids on linear, without duplicates', () => {
    const ids = (section: string) =>
      readAll(
        readBybitFrame,
        trades.filter(({ address }) => address.endsWith(section)).map(({ text }) => text),
      ).record.trades.map((trade) => trade.id)
    expect(ids('/spot').length).toBeGreaterThan(0)
    for (const id of ids('/spot')) expect(id).toMatch(/^\d{19}$/)
    for (const id of ids('/linear')) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    const all = [...ids('/spot'), ...ids('/linear')]
    expect(new Set(all).size).toBe(all.length)
  })

  it('has prices and sizes that are multiples of the recorded ticks and lots', () => {
    const units = new Map<string, { tick: string; lot: string }>()
    for (const { url, text } of answers.filter(({ url }) => url.includes('instruments-info'))) {
      for (const row of JSON.parse(text).result.list) {
        const section = url.includes('category=spot') ? '/spot' : '/linear'
        const lot = row.lotSizeFilter.qtyStep ?? row.lotSizeFilter.basePrecision
        units.set(`${section} ${row.symbol}`, { tick: row.priceFilter.tickSize, lot })
      }
    }
    for (const { address, text } of trades) {
      for (const trade of readAll(readBybitFrame, [text]).record.trades) {
        const unit = units.get(`${address.slice(address.lastIndexOf('/'))} ${trade.marketId}`)
        expect(unit).toBeDefined()
        expect(toUnits(trade.price, decimalUnit(unit!.tick))).toBeGreaterThan(0)
        expect(toUnits(trade.qty, decimalUnit(unit!.lot))).toBeGreaterThan(0)
      }
    }
  })

  it('adds up to the volume of each recorded 1m candle, unless a trade was pending', () => {
    const traded = new Map<string, { ts: number; units: bigint }[]>()
    let equal = 0
    let underWay = 0
    for (const { address, text } of frames) {
      for (const trade of readAll(readBybitFrame, [text]).record.trades) {
        const key = `${address} ${trade.marketId}`
        traded.set(key, [...(traded.get(key) ?? []), { ts: trade.ts, units: BigInt(toUnits(trade.qty, MILLIONTH)) }])
      }
      if (!text.includes('"kline.1.')) continue
      const { topic, data } = JSON.parse(text) as { topic: string; data: { start: number; volume: string }[] }
      const trades = traded.get(`${address} ${topic.slice('kline.1.'.length)}`) ?? []
      for (const { start, volume } of data.filter((candle) => candle.start >= FIRST_WHOLE_MINUTE)) {
        const sum = trades.filter((trade) => trade.ts >= start).reduce((total, trade) => total + trade.units, 0n)
        if (sum === BigInt(toUnits(volume, MILLIONTH))) equal++
        else underWay++
      }
    }
    expect({ equal, underWay }).toEqual(counts.candles)
  })

  it('goes up on taker buys and down on taker sells', () => {
    const last = new Map<string, number>()
    let agree = 0
    let oppose = 0
    for (const { marketId, price, buy } of readAll(
      readBybitFrame,
      trades.map(({ text }) => text),
    ).record.trades) {
      const before = last.get(marketId) ?? Number(price)
      if (Number(price) > before === buy && Number(price) !== before) agree++
      else if (Number(price) !== before) oppose++
      last.set(marketId, Number(price))
    }
    expect(agree).toBeGreaterThan(10 * oppose)
  })
})
