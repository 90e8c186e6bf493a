import { describe, expect, test } from 'vitest'
import { MINUTE_MS, emptyTrades, filterTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { compareMinutes } from '../../../../src/market/ingest/feed/volume-check.ts'
import type { Lease } from '../../../../src/market/store/index.ts'
import { createLog } from '../../../../src/platform/log/index.ts'
import { spec } from '../../../test-database.ts'
import { listingOf } from './fake-venue.ts'
import type { FakeVenue } from './fake-venue.ts'
import { LiveWorld, tapeOf } from './live-world.ts'

const T = Date.UTC(2025, 5, 21, 12)
const world = LiveWorld.use()
let count = 0

/** Lots of the trades of one minute, as the exchange reports them. */
function volumeOf(trades: Trades, minute: number): string {
  let lots = 0
  for (let i = 0; i < trades.length; i++)
    if (trades.ts[i] >= minute && trades.ts[i] < minute + MINUTE_MS) lots += trades.qty[i]
  return (lots / 1000).toFixed(3)
}

interface Compared {
  readonly lease: Lease
  readonly venue: FakeVenue
  compare(): Promise<void>
  coverage(): Promise<{ proof: string; gaps: (string | number)[][] }>
}

/** A live tape of three minutes from T + 5 s on; `arrived` is the delivered part of its trades. */
async function market(traded: Trades, arrived: Trades, watermark = T + 5 * MINUTE_MS): Promise<Compared> {
  const symbol = `VC${++count}:BTCUSD`
  const listing = listingOf(symbol, { ids: 'none' })
  const venue = world.venue(symbol.split(':')[0], listing)
  venue.traded.set(symbol, traded)
  venue.volumes = new Map([0, 1, 2].map((i) => [T + i * MINUTE_MS, volumeOf(traded, T + i * MINUTE_MS)]))
  const { store } = world.store
  const instrument = await store.ensureInstrument(spec(symbol, { live: true, ids: 'none' }))
  const lease = await store.acquireLease(instrument)
  await store.appendLive(lease, arrived, watermark)
  const rest = await venue.openRest()
  const signal = new AbortController().signal
  return {
    lease,
    venue,
    compare: () =>
      compareMinutes({
        store,
        rest,
        listing,
        clock: world.clock,
        log: createLog('silent'),
        lease,
        isRepairing: () => false,
        signal,
      }),
    async coverage() {
      const { proof, gaps } = await store.coverage(instrument)
      return { proof, gaps: gaps.map(({ from, to, state }) => [from - T, to - T, state]) }
    },
  }
}

const traded = tapeOf([T + 5_000, 'a'], [T + 50_000, 'b'], [T + 70_000, 'c'], [T + 80_000, 'd'], [T + 130_000, 'e'])
/** All trades except the given ones. */
const missing = (...texts: string[]): Trades =>
  filterTrades(
    traded,
    (traded.textId as readonly string[]).map((id) => (texts.includes(id) ? 0 : 1)),
  )

describe('minutes of a market without ids', () => {
  test('are proven by the volume of the exchange when it matches', async () => {
    const it = await market(traded, traded)
    await it.compare()
    expect(await it.coverage()).toEqual({ proof: 'volume', gaps: [] })
    expect([it.lease.volumeFrom, it.venue.requests.length]).toEqual([T + 4 * MINUTE_MS, 0])
    await it.lease.release()
  })

  test('that lack a trade get it from the exchange', async () => {
    const it = await market(traded, missing('c'))
    await it.compare()
    expect(await it.coverage()).toEqual({ proof: 'volume', gaps: [] })
    expect((await world.stored(it.lease.instrument.symbol)).textId).toEqual(['a', 'b', 'c', 'd', 'e'])
    await it.lease.release()
  })

  test('that lack a trade are lost when it is no longer available', async () => {
    const it = await market(traded, missing('c', 'e'))
    it.venue.recentFrom = T + 2 * MINUTE_MS
    await it.compare()
    expect(await it.coverage()).toEqual({ proof: 'volume', gaps: [[MINUTE_MS, 2 * MINUTE_MS - 1, 'lost']] })
    await it.lease.release()
  })

  test('that differ and partly are a gap become one gap', async () => {
    const it = await market(traded, missing('c', 'd'))
    it.venue.recentFrom = T + 2 * MINUTE_MS
    await world.store.store.appendLive(it.lease, emptyTrades(), T + 5 * MINUTE_MS, {
      unproven: { from: T + 69_000, to: T + 71_000 },
    })
    const [open] = await world.store.store.gaps(it.lease.instrument)
    await world.store.store.settleGap(it.lease, open, 'lost')
    await it.compare()
    expect((await it.coverage()).gaps).toEqual([[MINUTE_MS, 2 * MINUTE_MS - 1, 'lost']])
    await it.lease.release()
  })

  test('that the run started in are lost when their rest is not available', async () => {
    const it = await market(traded, missing('a'))
    it.venue.recentFrom = T + MINUTE_MS
    await it.compare()
    expect((await it.coverage()).gaps).toEqual([[50_000, MINUTE_MS - 1, 'lost']])
    await it.lease.release()
  })

  test('are fetched again ten seconds after their end, while still listed, and checked only when their candle is final', async () => {
    const it = await market(traded, missing('c', 'e'), T + 2 * MINUTE_MS + 11_000)
    it.venue.recentFrom = T + 75_000
    await it.compare()
    expect([await it.coverage(), it.lease.volumeFrom]).toEqual([{ proof: 'volume', gaps: [] }, T + MINUTE_MS])
    it.venue.recentFrom = -Infinity
    await it.compare()
    expect([await it.coverage(), it.lease.volumeFrom]).toEqual([{ proof: 'volume', gaps: [] }, T + 2 * MINUTE_MS])
    expect((await world.stored(it.lease.instrument.symbol)).textId).toEqual(['a', 'b', 'c', 'd'])
    await it.lease.release()
  })

  test('are retried while the exchange does not answer', async () => {
    const it = await market(traded, missing('c'))
    it.venue.restFault = new Error('502')
    await it.compare()
    expect([(await it.coverage()).gaps, it.lease.volumeFrom]).toEqual([[], T + MINUTE_MS])
    it.venue.restFault = null
    await it.compare()
    expect([await it.coverage(), it.lease.volumeFrom]).toEqual([{ proof: 'volume', gaps: [] }, T + 4 * MINUTE_MS])
    await it.lease.release()
  })

  test('that match the volume of the exchange close their pending gaps', async () => {
    const it = await market(traded, traded)
    const { store } = world.store
    const gap = (from: number, to: number) =>
      store.appendLive(it.lease, emptyTrades(), T + 5 * MINUTE_MS, { unproven: { from: T + from, to: T + to } })
    await gap(51_000, 69_000)
    await gap(75_000, 76_000)
    const [, lost] = await store.gaps(it.lease.instrument)
    await store.settleGap(it.lease, lost, 'lost')
    await it.compare()
    expect(await it.coverage()).toEqual({ proof: 'volume', gaps: [[75_000, 76_000, 'lost']] })
    await it.lease.release()
  })

  test('are not checked when the exchange reports no volumes', async () => {
    const it = await market(traded, missing('c'))
    it.venue.volumes = new Map()
    await it.compare()
    expect(await it.coverage()).toEqual({ proof: 'connection', gaps: [] })
    await it.lease.release()
  })
})
