import { describe, expect, it } from 'vitest'
import { DEPTH_TRAITS, depthTraitsOf, openDepthFeed } from '@flowprint/venues'
import {
  BINANCE_SPOT,
  COINBASE,
  DEPTH_CASES,
  DepthRecorder,
  OKX,
  stageDepth,
  stageRunning,
  startRun,
  subscribed,
} from './support/depth-stage.ts'

for (const one of DEPTH_CASES) {
  describe(`books of ${one.name}`, () => {
    it('start with the snapshot and follow every change', async () => {
      const stage = await stageRunning(one)
      stage.change({ bids: [['100.5', '4.000']], asks: [['101.0', '0']] })
      stage.change({ asks: [['103.0', '5.000']], bids: [['99.0', '0.000']] })
      await stage.equal()
      expect(stage.runs()).toBe(1)
      expect(stage.losses()).toEqual([])
      expect(stage.track.redundant).toBe(0)
      expect(stage.track.log.find((line) => line.startsWith('snapshot'))).toBe(`snapshot ${one.proof}`)
      expect(stage.feed.health().markets).toEqual([
        { symbol: one.listing.symbol, state: one.proof, reason: '', runs: 1 },
      ])
    })

    it('start a new run after the connection was cut', async () => {
      const stage = await stageRunning(one)
      stage.fake.cut()
      await stage.heard.until(() => stage.losses().length === 1)
      expect(stage.losses()[0]).toMatch(/^lost: closed by the venue/)
      stage.change({ asks: [['101.0', '7.000']] })
      await subscribed(stage, one.key)
      await startRun(stage)
      expect(stage.runs()).toBe(2)
    })

    it.runIf(one.noticesLoss)('end when a message is missing, and sync again', async () => {
      const stage = await stageRunning(one)
      stage.fake.faults.dropDepth = 1
      stage.change({ bids: [['100.5', '4.000']] })
      stage.change({ bids: [['99.5', '4.000']] })
      await stage.heard.until(() => stage.losses().length === 1)
      expect(stage.losses()[0]).toMatch(/gap|checksum|does not follow/)
      await subscribed(stage, one.key)
      await startRun(stage)
      expect(stage.runs()).toBe(2)
    })
  })
}

describe('snapshots by REST', () => {
  it('are fetched after the first update', async () => {
    const stage = await stageDepth(BINANCE_SPOT)
    await subscribed(stage, BINANCE_SPOT.key)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(stage.fake.requests).toEqual([])
    await startRun(stage)
    expect(stage.fake.requests).toEqual(['/api/v3/depth?symbol=BTCUSDT&limit=5000'])
  })

  it('are fetched again while they are older than the first update', async () => {
    const stage = await stageDepth(BINANCE_SPOT, {
      prepare: (fake) => fake.changeBook('BTCUSDT', { bids: [['97.0', '1']] }),
    })
    stage.fake.faults.oldSnapshots = 2
    await subscribed(stage, BINANCE_SPOT.key)
    await startRun(stage)
    expect(stage.fake.requests).toHaveLength(3)
    expect(stage.runs()).toBe(1)
  })

  it('are fetched again after a failure, which is reported', async () => {
    const stage = await stageDepth(BINANCE_SPOT)
    stage.fake.faults.serverErrors = 1
    await subscribed(stage, BINANCE_SPOT.key)
    await startRun(stage)
    expect(stage.fake.requests).toHaveLength(2)
    expect(stage.heard.faults[0]).toMatch(/^BINANCE:BTCUSDT: the snapshot of the book cannot be fetched: .*503/)
  })

  it('do not arrive after the market was unfollowed', async () => {
    const stage = await stageDepth(BINANCE_SPOT)
    stage.fake.faults.hangingAnswers = 1
    await subscribed(stage, BINANCE_SPOT.key)
    while (stage.fake.requests.length === 0) {
      stage.change({ bids: [['98.0', String(stage.fake.nowMs() % 1000)]] })
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    stage.feed.unfollow(stage.listing.symbol)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(stage.track.log).toEqual([])
    expect(stage.heard.faults).toEqual([])
    expect(stage.feed.health().markets).toEqual([])
  })

  it('do not arrive after the feed was closed', async () => {
    const stage = await stageDepth(BINANCE_SPOT)
    stage.fake.faults.hangingAnswers = 1
    await subscribed(stage, BINANCE_SPOT.key)
    while (stage.fake.requests.length === 0) {
      stage.change({ bids: [['98.0', String(stage.fake.nowMs() % 1000)]] })
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await stage.feed.close()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(stage.track.log).toEqual([])
    expect(stage.heard.faults).toEqual([])
  })
})

describe('a feed', () => {
  it('unsubscribes an unfollowed market and ignores its late changes', async () => {
    const stage = await stageRunning(OKX)
    const { length } = stage.track.log
    stage.feed.follow({ ...stage.listing, symbol: 'OKX:OTHER', marketId: 'OTHER-USDT' })
    stage.feed.unfollow(stage.listing.symbol)
    while (stage.fake.clients.some((client) => client.subscribedDepth.size > 0)) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    stage.change({ bids: [['100.5', '4.000']] })
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(stage.track.log.slice(length).filter((line) => !/extended/.test(line))).toEqual([])
  })

  it('reports a refused subscription and keeps the others', async () => {
    const stage = await stageRunning(OKX)
    stage.feed.follow({ ...stage.listing, symbol: 'OKX:OTHER', marketId: 'OTHER-USDT' })
    await stage.heard.until(() => stage.heard.faults.length > 0)
    expect(stage.heard.faults[0]).toMatch(/^OKX:OTHER: the subscription to the book was refused/)
    stage.change({ bids: [['100.5', '4.000']] })
    await stage.equal()
    expect(stage.losses()).toEqual([])
  })

  it('ends a connection that is silent', async () => {
    const stage = await stageRunning(OKX, { tuning: { silentAfterMs: 200 } })
    stage.fake.faults.halfOpen = true
    await stage.heard.until(() => stage.losses().length === 1)
    expect(stage.losses()).toEqual(['lost: silent: no message and no pong'])
    stage.fake.faults.halfOpen = false
    await subscribed(stage, OKX.key)
    await startRun(stage)
  })

  it('ends a connection that does not confirm', async () => {
    const stage = await stageDepth(OKX, {
      tuning: { confirmWithinMs: 60 },
      prepare: (fake) => (fake.faults.unconfirmed = true),
    })
    while (stage.fake.accepted < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    stage.fake.faults.unconfirmed = false
    await stage.equal()
  })

  it('replaces a connection before the venue closes it', async () => {
    const stage = await stageRunning(OKX, { tuning: { connectionLifeMs: 2_000 } })
    await stage.heard.until(() => stage.losses().length === 1)
    expect(stage.losses()).toEqual(['lost: replaced by a new connection'])
    await stage.equal()
    expect(stage.runs()).toBe(2)
  })

  it('extends what is known by answered pings, but not to the present', async () => {
    const stage = await stageRunning(OKX)
    const start = stage.track.t
    stage.fake.run(1)
    await stage.heard.until(() => stage.track.t > start + 200)
    expect(stage.track.t).toBeLessThanOrEqual(stage.fake.nowMs() - 900)
  })

  it('does not extend what is known while pings are not answered', async () => {
    const stage = await stageRunning(OKX)
    stage.fake.run(1)
    await stage.heard.until(() => stage.heard.alives > 0)
    stage.fake.faults.halfOpen = true
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { alives } = stage.heard
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(stage.heard.alives).toBe(alives)
    expect(stage.losses()).toEqual([])
  })

  it('loses a book that stays crossed, even without messages', async () => {
    const stage = await stageRunning(OKX, { tuning: { maxCrossedMs: 100 } })
    stage.change({ bids: [['101.0', '4.000']] })
    await stage.heard.until(() => stage.losses().length === 1)
    expect(stage.losses()).toEqual(['lost: the book is crossed: bid 101.0, ask 101.0'])
  })

  it('uses one connection per market where the connection is numbered', async () => {
    const stage = await stageRunning(COINBASE)
    stage.feed.follow({ ...stage.listing, symbol: 'COINBASE:OTHER', marketId: 'OTHER-USD' })
    await stage.heard.until(() => stage.heard.faults.length > 0)
    expect(stage.fake.clients).toHaveLength(2)
    expect(stage.losses()).toEqual([])
  })

  it('never connects to the addresses of trades', async () => {
    for (const one of [DEPTH_CASES[1], COINBASE]) {
      const stage = await stageRunning(one)
      expect(stage.fake.clients.map((client) => client.path)).toEqual([
        one === COINBASE ? '/advanced' : '/fstream/public/ws',
      ])
    }
  })

  it('refuses venues and markets without books', () => {
    const listener = new DepthRecorder()
    expect(() => openDepthFeed('DERIBIT', { listener })).toThrow('Condition failed: DERIBIT has order books')
    expect(depthTraitsOf({ venue: 'DERIBIT', kind: 'spot', ccxtSymbol: 'BTC/USDC' })).toBeNull()
    expect(depthTraitsOf(OKX.listing)?.channel).toBe('books')
    expect(DEPTH_TRAITS.map(({ venue, section }) => `${venue} ${section}`)).toEqual([
      'BINANCE spot',
      'BINANCE usdm',
      'BYBIT spot',
      'BYBIT linear',
      'BYBIT inverse',
      'OKX spot',
      'OKX swap',
      'COINBASE spot',
      'HYPERLIQUID swap',
      'KRAKEN spot',
    ])
  })
})
