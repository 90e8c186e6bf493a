import { decimalUnit, fromUnits, MINUTE_MS } from '@flowprint/orderflow'
import { createSimulatedDerivatives, DEMO_ETHUSD } from '@flowprint/venues'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startDerivatives } from '../../../../src/market/ingest/derivatives/start-derivatives.ts'
import { RecorderRegistry } from '../../../../src/market/ingest/recording/recorder-registry.ts'
import type { DerivativesState } from '../../../../src/platform/bus/index.ts'
import type { Recording } from '../../../../src/market/ingest/recording/start-recording.ts'
import type { Instrument } from '../../../../src/market/store/index.ts'
import { createLog } from '../../../../src/platform/log/index.ts'
import { spec } from '../../../test-database.ts'
import { derivativesWorld } from '../../store/derivatives/derivatives-world.ts'
import type { DerivativesWorld } from '../../store/derivatives/derivatives-world.ts'
import { rowsOf } from '../../store/derivatives/model.ts'

const SEED = 5
const START = Date.UTC(2026, 10, 20, 10, 0, 20)
const HISTORY_MS = 150 * MINUTE_MS
const OLDEST = START - HISTORY_MS - 20_000
let world: DerivativesWorld
let instrument: Instrument
const clock = { at: START, now: () => clock.at, setOffset: () => undefined }
let recording: Recording | null = null
beforeAll(async () => {
  world = await derivativesWorld()
  const { symbol, tickSize, lotSize } = DEMO_ETHUSD
  instrument = await world.tape.store.ensureInstrument(spec(symbol, { tickSize, lotSize, live: true, simulated: true }))
})
afterEach(() => recording?.stop())
afterAll(() => world.close())

const live = Promise.withResolvers<void>()
const registry = new RecorderRegistry<DerivativesState>()
const start = (): void => {
  recording = startDerivatives({
    derivatives: world.derivatives,
    store: world.tape.store,
    bus: world.tape.bus,
    clock,
    log: createLog('silent'),
    env: { markets: [], venueUrls: {}, demo: true, recordDerivatives: true },
    changes: { load: async () => [], save: async () => {} },
    listings: { load: async () => [] },
    derivativesRegistry: registry,
    demoLive: live.promise,
    demoMarkets: [DEMO_ETHUSD],
    demoSeed: SEED,
    demoHistoryMs: HISTORY_MS,
  })
}
const recorded = (): Promise<void> =>
  vi.waitFor(async () => expect((await world.derivatives.readHead(instrument))?.untilMs).toBe(clock.at), 30_000)

async function checkEqual(): Promise<void> {
  const range = { fromMs: OLDEST, toMs: clock.at }
  const simulated = createSimulatedDerivatives({ seed: SEED, market: DEMO_ETHUSD })
  const expected = simulated.liquidations(range.fromMs, range.toMs)
  expect(expected.length).toBeGreaterThan(10)
  const stored = rowsOf(await world.derivatives.readLiquidations(instrument, { ...range, limit: 100_000 }))
  expect(stored.map(({ ts, position, priceTicks, lots }) => [ts, position, priceTicks, lots])).toEqual(
    expected.map(({ t, position, price, lots }) => [t, position, price, lots]),
  )
  const [tick, lot] = [decimalUnit(DEMO_ETHUSD.tickSize), decimalUnit(DEMO_ETHUSD.lotSize)]
  expect(await world.derivatives.readStats(instrument, range)).toEqual(
    simulated.stats(range.fromMs, range.toMs).map((row) => ({
      minute: row.t,
      openInterest: fromUnits(row.openInterestLots, lot),
      fundingRate: fromUnits(row.fundingRateE8, decimalUnit('0.00000001')),
      nextFundingMs: row.nextFundingMs,
      markPrice: fromUnits(row.markTicks, tick),
      indexPrice: null,
    })),
  )
  // Without a gap.
  expect(await world.derivatives.readCoverage(instrument, { fromMs: 0, toMs: 4e12 })).toEqual([
    { from: OLDEST, to: clock.at, isComplete: true },
  ])
}

test('simulated data waits for the trades, has a past, follows the clock and fills pauses', async () => {
  const events = world.events(instrument.symbol)
  start()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await world.derivatives.readHead(instrument)).toBeNull()
  live.resolve()
  await recorded()
  await checkEqual()
  expect(registry.states()).toEqual(['recording'])
  clock.at += 1_500
  await recorded()
  // Shortly before and after the end of a part, without a liquidation between.
  clock.at = Date.UTC(2026, 10, 20, 11) - 400
  await recorded()
  clock.at += 1_800
  await recorded()
  await vi.waitFor(() => expect(events.some(({ kind }) => kind === 'marketStat')).toBe(true), 10_000)
  await recording?.stop()
  expect(registry.states()).toEqual([])
  clock.at += 100 * MINUTE_MS + 777
  start()
  await recorded()
  await checkEqual()
})
