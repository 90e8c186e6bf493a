// Liquidations and statistics that one node records, sent by another one.
import type { LiquidationRow } from '@flowprint/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDerivativesStore } from '../../src/market/store/index.ts'
import type { DerivativesLease, DerivativesStore, Instrument } from '../../src/market/store/index.ts'
import { connectNatsBus, derivativesTopic } from '../../src/platform/bus/index.ts'
import type { Bus, DerivativesEvent } from '../../src/platform/bus/index.ts'
import { Leases } from '../../src/platform/lease/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { appUnderTest } from '../app-under-test.ts'
import type { AppUnderTest } from '../app-under-test.ts'
import { derivativesWorld } from '../market/store/derivatives/derivatives-world.ts'
import type { DerivativesWorld } from '../market/store/derivatives/derivatives-world.ts'
import { StreamClient } from '../market/stream/stream-client.ts'
import { freePort, hasNatsServer, NatsServer } from '../platform/nats-server.ts'
import { until } from '../until.ts'

const T = Date.UTC(2025, 5, 21, 12)

describe.skipIf(!hasNatsServer)('derivatives data of another node', () => {
  let nats: NatsServer
  let world: DerivativesWorld
  let leases: Leases
  /** The node that records. */
  let recorderBus: Bus
  let recorder: DerivativesStore
  /** The node that clients are connected to. */
  let webBus: Bus
  let web: AppUnderTest
  let client: StreamClient
  let instrument: Instrument
  let lease: DerivativesLease

  const isConnected = (expected: boolean): Promise<void> =>
    until(() => expect([recorderBus.isConnected, webBus.isConnected]).toEqual([expected, expected]))
  const openBus = (): Bus =>
    connectNatsBus({
      servers: [nats.url],
      prefix: async () => 'test',
      name: 'test',
      log: createLog('silent'),
      pollMs: 20,
    })
  const commit = (after: number, count: number): Promise<number> =>
    recorder.append(lease, {
      liquidations: Array.from({ length: count }, (_, i) => ({
        ts: T + after + i,
        position: i % 2 === 0 ? 'long' : 'short',
        priceTicks: 20_001,
        lots: 1_500 + i,
      })),
      coverage: { fromMs: T, untilMs: T + after + count, isComplete: true },
    })
  const sendStat = (ts: number, openInterest: string): void =>
    recorderBus.publish(derivativesTopic(instrument.symbol), {
      kind: 'marketStat',
      symbol: instrument.symbol,
      ts,
      openInterest,
      fundingRate: '-0.0001',
      nextFundingMs: T + 3_600_000,
      markPrice: '2000.5',
      indexPrice: null,
    } satisfies DerivativesEvent)
  const rows = (): LiquidationRow[] =>
    client.messages.flatMap((message) => (message.op === 'liquidations' ? message.list : []))
  const openInterests = (): (string | null)[] =>
    client.messages.flatMap((message) => (message.op === 'market_stat' ? [message.open_interest] : []))

  beforeEach(async () => {
    nats = new NatsServer(await freePort())
    await nats.start()
    ;[recorderBus, webBus] = [openBus(), openBus()]
    await isConnected(true)
    world = await derivativesWorld()
    const { pool, url } = world.tape.database
    leases = new Leases(url)
    recorder = openDerivativesStore({
      pool,
      url,
      bus: recorderBus,
      leases,
      listInstruments: () => world.tape.store.listInstruments(),
    })
    web = await appUnderTest({
      store: world.tape.store,
      derivatives: world.derivatives,
      bus: webBus,
      streamTickMs: 20,
    })
    web.setNow(T + 1_000)
    instrument = await world.newInstrument()
    lease = await recorder.acquireLease(instrument)
    // The first row of a market is always read from the database.
    await commit(0, 1)
    client = await StreamClient.open(await web.listen())
    client.send({ op: 'subscribe_derivatives', symbol: instrument.symbol })
    expect(await client.message('derivatives_subscribed')).toMatchObject({ last_seq: 1 })
    // NATS knows the subscription of the other node from now on.
    await until(() => {
      sendStat(T + 1, '1')
      expect(openInterests()).toContain('1')
    })
  })
  afterEach(async () => {
    expect(client.faults).toEqual([])
    client.close()
    await web.app.close()
    await lease.release()
    await leases.close()
    await world.close()
    await Promise.all([recorderBus.close(), webBus.close()])
    await nats.stop()
  })

  it('arrives over NATS: every row once and in order, with the newest values, without a query', async () => {
    const readSince = vi.spyOn(world.derivatives, 'readSince')
    for (let i = 0; i < 20; i++) await commit(100 + 10 * i, 5)
    sendStat(T + 400, '12.5')
    await client.until(() => rows().length === 100 && openInterests().at(-1) === '12.5')
    expect(rows().map(([seq, ts]) => [seq, ts])).toEqual(
      Array.from({ length: 100 }, (_, i) => [2 + i, T + 100 + 10 * Math.floor(i / 5) + (i % 5)]),
    )
    expect(
      rows()
        .slice(0, 2)
        .map(([, , ...row]) => row),
    ).toEqual([
      ['long', '2000.1', '1.500'],
      ['short', '2000.1', '1.501'],
    ])
    expect(client.messages.findLast(({ op }) => op === 'market_stat')).toEqual({
      op: 'market_stat',
      symbol: instrument.symbol,
      ts: T + 400,
      open_interest: '12.5',
      funding_rate: '-0.0001',
      next_funding: T + 3_600_000,
      mark_price: '2000.5',
      index_price: null,
    })
    expect(readSince).not.toHaveBeenCalled()
  })

  it('is read from the database while NATS is down, and arrives over NATS once it is back, each row once', async () => {
    await nats.stop()
    await isConnected(false)
    await commit(100, 7)
    await client.until(() => rows().length === 7)
    await nats.start()
    await isConnected(true)
    await until(() => {
      sendStat(T + 500, '2')
      expect(openInterests()).toContain('2')
    })
    const readSince = vi.spyOn(world.derivatives, 'readSince')
    await commit(600, 5)
    await client.until(() => rows().length === 12)
    expect(readSince).not.toHaveBeenCalled()
    expect(rows().map(([seq]) => seq)).toEqual(Array.from({ length: 12 }, (_, i) => 2 + i))
  })
})
