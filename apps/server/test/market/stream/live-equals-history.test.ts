import fc from 'fast-check'
import { firstDifference } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import { describe, expect, test } from 'vitest'
import { appUnderTest } from '../../app-under-test.ts'
import { ChartClient } from './chart-client.ts'
import { LTC } from './memory-tape.ts'
import type { Trade } from './memory-tape.ts'

const START = Date.UTC(2025, 5, 21, 12)

type Step =
  | {
      readonly kind: 'commit'
      readonly trades: readonly { wait: number; move: number; qty: number; buy: boolean; back: number }[]
    }
  | { readonly kind: 'repair'; readonly backMs: number; readonly move: number }
  | { readonly kind: 'drop' | 'connect' | 'mute' | 'unmute' | 'tick' }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        kind: fc.constant('commit' as const),
        trades: fc.array(
          fc.record({
            wait: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 5000, max: 40_000 })),
            move: fc.integer({ min: -3, max: 3 }),
            qty: fc.integer({ min: 1, max: 900 }),
            buy: fc.boolean(),
            // Trades may come up to two seconds out of order.
            back: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 1900 })),
          }),
          { minLength: 1, maxLength: 8 },
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('repair' as const),
        backMs: fc.integer({ min: 0, max: 600_000 }),
        move: fc.integer({ min: -9, max: 9 }),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'drop' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'connect' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'mute' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'unmute' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'tick' as const }) },
  ),
  { minLength: 5, maxLength: 40 },
)

describe('history and stream together are the whole tape', () => {
  const cycles = [
    ['15s', '0.01'],
    ['1m', '0.05'],
    ['5m', '0.02'],
    ['1h', '0.1'],
  ] as const

  for (const [cycle, precision] of cycles)
    test(
      `at ${cycle} and ${precision}, despite dropped frames, repairs and lost notifications`,
      { tags: cycle === '1m' ? [] : ['long'] },
      async () => {
        await fc.assert(
          fc.asyncProperty(steps, async (script) => {
            const server = await appUnderTest()
            const url = await server.listen()
            const { tape } = server
            let now = START
            let price = 8330
            const commit = (trades: readonly Trade[]) => {
              tape.commit(trades, now)
              server.setNow(now)
            }
            // The tape starts well before, since bars before its first trade are incomplete.
            commit([
              { ts: now - 600_000, price, qty: 1, buy: true },
              { ts: now, price, qty: 1, buy: true },
            ])
            const chart = new ChartClient(url, { symbol: LTC.symbol, cycle, precision })
            await chart.start()
            let connected = true
            for (const step of script) {
              if (step.kind === 'commit') {
                commit(
                  step.trades.map(({ wait, move, qty, buy, back }) => {
                    now += wait
                    price += move
                    return { ts: Math.max(now - back, (tape.watermark ?? 0) - 2000), price, qty, buy }
                  }),
                )
              } else if (step.kind === 'repair') {
                const ts = Math.max(START, Math.min(now - step.backMs, (tape.closedUntil ?? 0) - 1))
                tape.revise([{ ts, price: price + step.move, qty: 7, buy: true }])
              } else if (step.kind === 'drop') {
                chart.drop()
                connected = false
              } else if (step.kind === 'connect') {
                chart.drop()
                await chart.connect()
                connected = true
              } else if (step.kind === 'tick') {
                now += 3000
                tape.tick(now)
              } else {
                tape.mute = step.kind === 'mute'
              }
            }
            tape.mute = false
            if (!connected) await chart.connect()
            commit([{ ts: now, price, qty: 1, buy: false }])
            await chart.reached(tape.lastSeq)

            const whole = new ChartClient(url, { symbol: LTC.symbol, cycle, precision })
            await whole.start()
            expect(difference(chart.bars, whole.bars)).toBe(null)
            expect(chart.faults()).toEqual([])
            chart.drop()
            whole.drop()
            await server.app.close()
          }),
          { numRuns: 15 },
        )
      },
    )
})

/** Raw points of control are only kept exact where they were asked for. */
function difference(a: Bars, b: Bars): string | null {
  return firstDifference({ ...a, rawPoc: new Int32Array(a.length) }, { ...b, rawPoc: new Int32Array(b.length) })
}
