import { Answer, Footprint } from '@flowprint/contract'
import {
  aggregateTrades,
  analyzeBars,
  BAR_OPEN,
  decodeAnswer,
  encodeSettings,
  LiveBars,
  parseSettings,
  type Bars,
  type Signals,
  type Trades,
} from '@flowprint/orderflow'
import { simulatedTape } from '@flowprint/testkit'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appUnderTest } from '../app-under-test.ts'
import type { AppUnderTest } from '../app-under-test.ts'
import { spec, testStore } from '../test-database.ts'
import type { TestStore } from '../test-database.ts'

const isAnswer = Compile(Answer(Footprint))
const settings = parseSettings({
  unfinished: { show: true },
  absorption: { relVolume: '1.5', share: '0.25' },
  exhaustion: { extreme: '0.5', peak: '1' },
  zones: { kinds: { unfinished: true } },
})
const units = { tickSize: '0.01', lotSize: '0.001' }
const CYCLES = [
  ['15s', 15_000],
  ['1m', 60_000],
  ['5m', 300_000],
] as const
let world: TestStore
let server: AppUnderTest
let tape: Trades

beforeAll(async () => {
  world = await testStore()
  server = await appUnderTest({ store: world.store, bus: world.bus })
  const made = simulatedTape({ minutes: 150 })
  // Both sides of this market trade at one price only at coarser steps.
  tape = { ...made, price: made.price.map((tick) => Math.floor(tick / 40) * 40) }
  await world.store.importRun(await world.store.ensureInstrument(spec('TEST:SIGNALS', { ids: 'contiguous' })), [tape])
  server.setNow(tape.ts[tape.length - 1] + 60_000)
})
afterAll(async () => {
  await server.app.close()
  await world.close()
})

const ask = (cycle: string, precision: string, more: string, accept: string) =>
  server.app.inject({
    url: `/api/footprint?symbol=TEST:SIGNALS&cycle=${cycle}&precision=${precision}&limit=5000&settings=${encodeSettings(settings)}${more}`,
    headers: { accept, language: 'en' },
  })
const json = async (cycle: string, precision: string, more = '') => {
  const body = (await ask(cycle, precision, `&indicators=1${more}`, 'application/json')).json()
  expect(isAnswer.Errors(body)).toEqual([])
  return body.data
}
const signalsOf = (bars: Bars): Signals => analyzeBars(bars, settings, { units }).signals
/** The tape as bars of native levels; the store decides which of them are complete. */
const native = (cycleMs: number, like: Bars): Bars => ({
  ...aggregateTrades(tape, { cycleMs, step: 1 }),
  state: like.state,
})

describe('signals of the stored tape', () => {
  test.each(CYCLES)(
    'match between browser and JSON at %s, with unfinished auctions by native ticks at every precision',
    async (cycle, cycleMs) => {
      for (const [precision, step] of [
        ['0.01', 1],
        ['1', 100],
        ['7', 700],
      ] as const) {
        const packed = decodeAnswer((await ask(cycle, precision, '', 'application/vnd.flowprint.footprint')).rawPayload)
        const bars = new LiveBars(packed, { native: true }).bars()
        expect(bars.step).toBe(step)
        const { unfinished, absorptions, exhaustions } = signalsOf(bars)
        const data = await json(cycle, precision)
        expect(
          data.indicators.unfinished.map(({ t, side, ended }: { t: number; side: string; ended: number | null }) => [
            t,
            side,
            ended,
          ]),
        ).toEqual(unfinished.map(({ t, side, ended }) => [t, side, ended]))
        expect(
          data.indicators.absorption.map(({ t, side, known }: { t: number; side: string; known: number }) => [
            t,
            side,
            known,
          ]),
        ).toEqual(absorptions.map(({ t, side, known }) => [t, side, known]))
        expect(data.indicators.exhaustion.map(({ t, side }: { t: number; side: string }) => [t, side])).toEqual(
          exhaustions.map(({ t, side }) => [t, side]),
        )
        expect(unfinished).toEqual(signalsOf(native(cycleMs, bars)).unfinished)
        expect(unfinished.length, `unfinished auctions at ${precision}`).toBeGreaterThan(0)
      }
    },
  )

  test('return quantities in the unit of the answer', async () => {
    const base = (await json('1m', '1')).indicators
    const quote = (await json('1m', '1', '&unit=quote')).indicators
    expect(base.unfinished.length).toBeGreaterThan(0)
    for (const [i, { price, dominant }] of base.unfinished.entries()) {
      expect(Number(quote.unfinished[i].dominant)).toBeCloseTo(Number(price) * Number(dominant), 2)
    }
    expect(base.absorption.length).toBeGreaterThan(0)
    for (const [i, { low, high, dominant }] of base.absorption.entries()) {
      const mean = Number(quote.absorption[i].dominant) / Number(dominant)
      expect(mean).toBeGreaterThanOrEqual(Number(low))
      expect(mean).toBeLessThan(Number(high))
    }
  })

  test('place zones of unfinished auctions in the level of their price', async () => {
    const { indicators, bars } = await json('1m', '1')
    const zones = indicators.zones.filter(({ kind }: { kind: string }) => kind === 'unfinished')
    expect(zones.length).toBeGreaterThan(0)
    for (const { side, low, born } of zones) {
      const bar = bars.find(({ t }: { t: number }) => t === born)
      const price = Number(side === 'resistance' ? bar.high : bar.low)
      expect([Number(low) <= price, price < Number(low) + 1]).toEqual([true, true])
    }
  })

  test('omit the extremes of bars when unfinished auctions are off', async () => {
    const plain = await server.app.inject({
      url: '/api/footprint?symbol=TEST:SIGNALS&cycle=1m&precision=1',
      headers: { language: 'en' },
    })
    const { bars } = decodeAnswer(plain.rawPayload)
    expect(bars.state[0]).not.toBe(BAR_OPEN)
    expect(bars.edges ?? null).toBeNull()
  })
})
