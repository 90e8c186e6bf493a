// The stream of liquidations and statistics over the real store.
import type { LiquidationRow, Liquidations } from '@flowprint/contract'
import { MINUTE_MS } from '@flowprint/orderflow'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { derivativesTopic, INSTRUMENTS_TOPIC } from '../../../src/platform/bus/index.ts'
import type { Bus, DerivativesEvent } from '../../../src/platform/bus/index.ts'
import type { DerivativesLease, Instrument, NewLiquidation } from '../../../src/market/store/index.ts'
import { appUnderTest } from '../../app-under-test.ts'
import type { AppUnderTest } from '../../app-under-test.ts'
import { derivativesWorld } from '../store/derivatives/derivatives-world.ts'
import type { DerivativesWorld } from '../store/derivatives/derivatives-world.ts'
import { spec } from '../../test-database.ts'
import { StreamClient } from './stream-client.ts'

const T = Date.UTC(2025, 5, 21, 12)
let world: DerivativesWorld
let server: AppUnderTest
let url: string
let instrument: Instrument
let lease: DerivativesLease
let delayMs = 0
/** The reader's process receives nothing of the bus. */
let isCut = false
let clients: StreamClient[] = []

/** A bus that loses what is published while `isCut`. */
const lossy = (bus: Bus): Bus =>
  Object.create(bus, {
    subscribe: {
      value: (topic: string, listener: (message: unknown) => void) =>
        bus.subscribe(topic, (message) => (isCut ? undefined : listener(message))),
    },
  }) as Bus

beforeEach(async () => {
  delayMs = 0
  isCut = false
  world = await derivativesWorld()
  server = await appUnderTest({
    store: world.tape.store,
    derivatives: world.derivatives,
    bus: lossy(world.tape.bus),
    accessOf: () => ({ user: '7', delayMs }),
    env: { TEST_RECHECK_SECONDS: '1' },
    streamTickMs: 20,
  })
  url = await server.listen()
  server.setNow(T + 1_000)
  instrument = await world.newInstrument()
  lease = await world.derivatives.acquireLease(instrument)
})
afterEach(async () => {
  for (const client of clients.splice(0)) {
    expect(client.faults).toEqual([])
    client.close()
  }
  await server.app.close()
  await world.close()
})

async function open(): Promise<StreamClient> {
  const client = await StreamClient.open(url)
  clients.push(client)
  return client
}
async function subscribe(): Promise<StreamClient> {
  const client = await open()
  client.send({ op: 'subscribe_derivatives', symbol: instrument.symbol })
  return client
}

const liquidation = (ts: number, given: Partial<NewLiquidation> = {}): NewLiquidation => ({
  ts,
  position: 'long',
  priceTicks: 20_001,
  lots: 1_500,
  ...given,
})
const commit = (until: number, liquidations: readonly NewLiquidation[] = []): Promise<number> =>
  world.derivatives.append(lease, { liquidations, coverage: { fromMs: T, untilMs: until, isComplete: true } })
const publish = (event: DerivativesEvent): void => world.tape.bus.publish(derivativesTopic(instrument.symbol), event)
const stat = (ts: number, openInterest: string): DerivativesEvent => ({
  kind: 'marketStat',
  symbol: instrument.symbol,
  ts,
  openInterest,
  fundingRate: null,
  nextFundingMs: null,
  markPrice: '2000.5',
  indexPrice: null,
})
const rowsOf = (client: StreamClient): LiquidationRow[] =>
  client.messages.flatMap((message) => (message.op === 'liquidations' ? message.list : []))
async function history(): Promise<Liquidations> {
  const answer = await fetch(`${url}/api/liquidations?symbol=${instrument.symbol}&from=0&limit=10000`)
  const { data } = (await answer.json()) as { data: Liquidations }
  return data
}

describe('subscription', () => {
  test('confirms with the position, sends state and newest values, then what is committed and published', async () => {
    await commit(T + 500, [liquidation(T + 100)])
    await world.derivatives.saveStats(lease, [
      {
        minute: T - MINUTE_MS,
        openInterest: '12.5',
        fundingRate: '-0.0001',
        nextFundingMs: T + 1,
        markPrice: null,
        indexPrice: '3',
      },
    ])
    const client = await subscribe()
    const { symbol } = instrument
    await client.message('market_stat')
    expect(client.messages.slice(1)).toEqual([
      { op: 'derivatives_subscribed', symbol, last_seq: 1, tape: instrument.tape, instrument_version: 1 },
      { op: 'derivatives_status', symbol, state: 'recording' },
      {
        op: 'market_stat',
        symbol,
        ts: T,
        open_interest: '12.5',
        funding_rate: '-0.0001',
        next_funding: T + 1,
        mark_price: null,
        index_price: '3',
      },
    ])
    await commit(T + 900, [liquidation(T + 800, { position: 'short', lots: 7 }), liquidation(T + 790)])
    await client.until(() => rowsOf(client).length === 2)
    expect(client.messages.at(-1)).toEqual({
      op: 'liquidations',
      symbol,
      until: T + 900,
      list: [
        [2, T + 800, 'short', '2000.1', '0.007'],
        [3, T + 790, 'long', '2000.1', '1.500'],
      ],
    })
    publish(stat(T + 950, '13'))
    await client.message('market_stat', ({ open_interest }) => open_interest === '13')
    await commit(T + 1_900)
    await client.message('liquidations', ({ until, list }) => until === T + 1_900 && list.length === 0)
  })

  test('loads at once what the bus lost, and equals the past', async () => {
    await commit(T + 1, [liquidation(T)])
    const client = await subscribe()
    await client.message('derivatives_subscribed')
    isCut = true
    // More than one page of the database.
    const lost = Array.from({ length: 2_300 }, (_, i) => liquidation(T + 10 + i, { lots: 1 + i }))
    await commit(T + 3_000, lost)
    isCut = false
    await commit(T + 3_100, [liquidation(T + 3_050)])
    await client.until(() => rowsOf(client).length === 2_301)
    server.setNow(T + 10_000)
    expect(rowsOf(client)).toEqual((await history()).list.slice(1))
    const untils = client.messages.flatMap((message) => (message.op === 'liquidations' ? message.until : []))
    expect(untils).toEqual(untils.toSorted((a, b) => a - b))
    expect(untils.at(-1)).toBe(T + 3_100)
  })

  test('reads the database while the bus is silent', async () => {
    const client = await subscribe()
    await client.message('derivatives_subscribed')
    isCut = true
    await commit(T + 900, [liquidation(T + 800)])
    await world.derivatives.saveStats(lease, [
      {
        minute: T - MINUTE_MS,
        openInterest: '5',
        fundingRate: null,
        nextFundingMs: null,
        markPrice: null,
        indexPrice: null,
      },
    ])
    await client.until(() => rowsOf(client).length === 1)
    await client.message('market_stat', ({ open_interest }) => open_interest === '5')
  })

  test('follows the state: the recorder says it, silence is a loss, and a market that is not recorded is off', async () => {
    const client = await subscribe()
    const states = () =>
      client.messages.flatMap((message) => (message.op === 'derivatives_status' ? message.state : []))
    await client.until(() => states().length === 1)
    await commit(T + 900)
    publish({ kind: 'derivativesStatus', symbol: instrument.symbol, state: 'recording' })
    await client.until(() => states().length === 2)
    publish({ kind: 'derivativesStatus', symbol: instrument.symbol, state: 'lost' })
    await client.until(() => states().length === 3)
    publish({ kind: 'derivativesStatus', symbol: instrument.symbol, state: 'recording' })
    await client.until(() => states().length === 4)
    server.setNow(T + 60_000)
    await client.until(() => states().length === 5)
    expect(states()).toEqual(['off', 'recording', 'lost', 'recording', 'lost'])
  })

  test('ends with unsubscribe_derivatives', async () => {
    const client = await subscribe()
    client.send({ op: 'unsubscribe_derivatives', symbol: instrument.symbol })
    await client.message('derivatives_unsubscribed')
    await commit(T + 900, [liquidation(T + 800)])
    client.send({ op: 'ping' })
    await client.message('pong')
    expect(rowsOf(client)).toEqual([])
  })

  test('rejects an unknown symbol, and more than eight', async () => {
    const client = await open()
    client.send({ op: 'subscribe_derivatives', symbol: 'T:PERP' })
    expect(await client.message('error')).toMatchObject({ code: 404, data: { error: 'UNKNOWN_SYMBOL' } })
    const others = [instrument]
    while (others.length < 9) others.push(await world.newInstrument())
    for (const { symbol } of others.slice(0, 8)) {
      client.send({ op: 'subscribe_derivatives', symbol })
      client.send({ op: 'subscribe', symbol })
    }
    await client.message('subscribed', ({ symbol }) => symbol === others[7].symbol)
    client.send({ op: 'subscribe_derivatives', symbol: others[8].symbol })
    expect(await client.message('error', ({ code }) => code === 400)).toMatchObject({
      data: { fields: { symbol: [{ error: 'TOO_MANY_SYMBOLS' }] } },
    })
  })

  test('sends derivatives_resync when a new version of the market begins', async () => {
    await commit(T + 900, [liquidation(T + 800)])
    const client = await subscribe()
    await client.message('derivatives_subscribed')
    const { pool } = world.tape.database
    await pool.query('update instrument set version = version + 1 where id = $1', [instrument.id])
    world.tape.bus.publish(INSTRUMENTS_TOPIC, instrument.symbol)
    expect(await client.message('derivatives_resync')).toMatchObject({ reason: 'version' })
    client.send({ op: 'subscribe_derivatives', symbol: instrument.symbol })
    await client.message('derivatives_subscribed', ({ instrument_version: version }) => version === 2)
  })
})

describe('readers with a delay', () => {
  const DELAY = 600_000

  test('get nothing at or after their cut, then each row once and the values of whole minutes', async () => {
    delayMs = DELAY
    const rows = Array.from({ length: 40 }, (_, i) =>
      // Some are received later than others that are newer.
      liquidation(T + i * 1_000 + (i % 5 === 0 ? 2_500 : 0), { lots: 1 + i }),
    )
    for (let i = 0; i < rows.length; i += 4) await commit(T + (i + 4) * 1_000, rows.slice(i, i + 4))
    await world.derivatives.saveStats(
      lease,
      [0, 1, 2].map((i) => ({
        minute: T + i * MINUTE_MS,
        openInterest: String(i),
        fundingRate: null,
        nextFundingMs: null,
        markPrice: null,
        indexPrice: null,
      })),
    )
    server.setNow(T + DELAY + 5_500)
    let cut = T + 5_000
    const client = await subscribe()
    client.onMessage = (message) => {
      if (message.op === 'market_stat') expect(message.ts).toBeLessThanOrEqual(cut)
      if (message.op !== 'liquidations') return
      expect(message.until).toBeLessThanOrEqual(cut)
      for (const [, ts] of message.list) expect(ts).toBeLessThan(cut)
    }
    const { last_seq: lastSeq } = await client.message('derivatives_subscribed')
    expect(lastSeq).toBeLessThan(6)
    publish(stat(T + 40_000, '99'))
    for (const second of [9, 20, 33, 60, 130]) {
      cut = T + second * 1_000
      server.setNow(cut + DELAY + 200)
      // Held back: the first row that the cut has not passed, and all after it.
      const held = rows.findIndex(({ ts }) => ts >= cut)
      const released = held < 0 ? rows.length : held
      await client.until(() => rowsOf(client).length === released - lastSeq)
    }
    expect(rowsOf(client).map(([seq]) => seq)).toEqual(
      Array.from({ length: rows.length - lastSeq }, (_, i) => lastSeq + 1 + i),
    )
    await client.message('market_stat', ({ open_interest }) => open_interest === '1')
    expect(
      client.messages.filter((message) => message.op === 'market_stat').map(({ open_interest: oi }) => oi),
    ).toEqual(['0', '1'])
  })

  test('are told to load again when their access changes', async () => {
    await commit(T + 900, [liquidation(T + 800)])
    const client = await subscribe()
    await client.message('derivatives_subscribed')
    delayMs = DELAY
    server.setNow(T + 30_000)
    expect(await client.message('derivatives_resync')).toMatchObject({ reason: 'access' })
    await commit(T + 31_000, [liquidation(T + 30_000)])
    client.send({ op: 'ping' })
    await client.message('pong')
    expect(rowsOf(client)).toEqual([])
  })
})

describe('the summary of a watchlist', () => {
  const saveMinutes = (values: readonly (readonly [after: number, openInterest: string | null])[]): Promise<void> =>
    world.derivatives.saveStats(
      lease,
      values.map(([after, openInterest]) => ({
        minute: T + after * MINUTE_MS,
        openInterest,
        fundingRate: '0.0001',
        nextFundingMs: T + 3_600_000,
        markPrice: '2000',
        indexPrice: null,
      })),
    )
  const DAY_MINUTES = 24 * 60

  test('has the newest values and the change of the open interest over a day, updated by the bus', async () => {
    await saveMinutes([
      [-2, '110'],
      [-2 - DAY_MINUTES, '150'],
    ])
    const client = await open()
    client.send({ op: 'watch', symbols: [instrument.symbol] })
    expect((await client.message('summary')).list[0]).toMatchObject({
      open_interest: '110',
      open_interest_change_percent: '-26.66',
      funding_rate: '0.0001',
      next_funding: T + 3_600_000,
      mark_price: '2000',
    })
    publish(stat(T + 900, '165'))
    const updated = await client.message('summary', ({ list }) => list[0].open_interest === '165')
    // The event has no funding rate: the last one stays.
    expect(updated.list[0]).toMatchObject({
      open_interest_change_percent: '10.00',
      funding_rate: '0.0001',
      mark_price: '2000.5',
    })
    server.setNow(T + 2 * 3_600_000)
    const none = await client.message('summary', ({ list }) => list[0].open_interest === null)
    expect(none.list[0]).toMatchObject({ open_interest_change_percent: null, funding_rate: null, mark_price: null })
  })

  test('ends at the cut of a delayed reader', async () => {
    await saveMinutes([
      [-12, '100'],
      [-11, '200'],
      [-10, '300'],
    ])
    delayMs = 600_000
    const client = await open()
    client.send({ op: 'watch', symbols: [instrument.symbol] })
    publish(stat(T + 500, '999'))
    expect((await client.message('summary')).list[0]).toMatchObject({ open_interest: '200' })
    server.setNow(T + MINUTE_MS + 500)
    await client.message('summary', ({ list }) => list[0].open_interest === '300')
    const values = client.messages.flatMap((message) => (message.op === 'summary' ? message.list[0].open_interest : []))
    expect(new Set(values)).toEqual(new Set(['200', '300']))
  })

  test('has no values of a market that is not a perpetual', async () => {
    const spot = await world.tape.store.ensureInstrument(spec('T:SPOT'))
    const client = await open()
    client.send({ op: 'watch', symbols: [spot.symbol] })
    expect((await client.message('summary')).list[0]).toMatchObject({ open_interest: null, mark_price: null })
  })
})

type Step = { readonly kind: 'commit'; readonly count: number } | { readonly kind: 'cut' | 'heal' | 'drop' | 'connect' }

test('the past and the stream together are every liquidation once, despite drops and a lossy bus', async () => {
  const steps: fc.Arbitrary<Step[]> = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('commit' as const), count: fc.nat(6) }) },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constantFrom('cut', 'heal', 'drop', 'connect') }) as fc.Arbitrary<Step>,
      },
    ),
    { minLength: 5, maxLength: 25 },
  )
  let now = T
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const seen = new Map<number, LiquidationRow>()
      const take = (rows: readonly LiquidationRow[]): void => {
        for (const row of rows) seen.set(row[0], row)
      }
      let stream: StreamClient | null = null
      const drop = (): void => {
        if (stream !== null) take(rowsOf(stream))
        stream?.close()
        stream = null
      }
      /** As the chart does: the past is loaded again when the subscription began after it. */
      const connect = async (): Promise<StreamClient> => {
        drop()
        const made = await subscribe()
        stream = made
        const { last_seq: lastSeq } = await made.message('derivatives_subscribed')
        const past = await history()
        expect(past.last_seq).toBeGreaterThanOrEqual(lastSeq)
        take(past.list)
        return made
      }
      await connect()
      for (const step of script) {
        if (step.kind === 'commit') {
          const rows = Array.from({ length: step.count }, () => liquidation((now += 10)))
          now += 10
          server.setNow(now + 1_000)
          await commit(now, rows)
        } else if (step.kind === 'drop') drop()
        else if (step.kind === 'connect') await connect()
        else isCut = step.kind === 'cut'
      }
      isCut = false
      const last = stream ?? (await connect())
      now += 10
      server.setNow(now + 1_000)
      const lastSeq = await commit(now + 1, [liquidation(now)])
      await last.until(() => rowsOf(last).some(([seq]) => seq === lastSeq))
      drop()
      const { list } = await history()
      expect([...seen.values()].toSorted((a, b) => a[0] - b[0])).toEqual(list)
    }),
    { numRuns: 15 },
  )
})
