import { MINUTE_MS } from '@flowprint/orderflow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Trade } from '../order-flow/bars.ts'
import { FakeMarket, SYMBOL } from './fake-market.ts'
import { sessionUnderTest } from './client-under-test.ts'

const START = 20 * MINUTE_MS

const history = (): Trade[] =>
  Array.from({ length: 60 }, (_, i) => [i * 20_000, 8000 + ((i * 7) % 23), 1 + ((i * 29) % 97), (i * 13) % 5 < 3])

type Event =
  | { readonly kind: 'trade'; readonly wait: number; readonly price: number; readonly fate: 'heard' | 'lost' | 'twice' }
  | { readonly kind: 'repair'; readonly minute: number; readonly heard: boolean }
  | { readonly kind: 'clock' }
  | { readonly kind: 'reconnect' }
  | { readonly kind: 'older' }
  | { readonly kind: 'pause' }

const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('trade' as const),
        wait: fc.integer({ min: 0, max: 40_000 }),
        price: fc.integer({ min: 7950, max: 8050 }),
        fate: fc.constantFrom('heard' as const, 'heard' as const, 'lost' as const, 'twice' as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('repair' as const),
        minute: fc.integer({ min: 0, max: 17 }),
        heard: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'clock' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'reconnect' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'older' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'pause' as const }) },
  ),
  { maxLength: 40 },
)

/** The hub: stores the log and answers subscriptions with what the client is missing. */
async function live(list: readonly Event[]): Promise<boolean> {
  const market = new FakeMarket(history(), MINUTE_MS, START - 1000)
  const under = sessionUnderTest(market)
  const log: { readonly lastSeq: number; readonly tell: () => void }[] = []
  let now = START - 1000
  let answered = 0
  const answer = () => {
    for (; answered < under.sent.length; answered++) {
      const message = under.sent[answered]
      if (message.op !== 'subscribe') continue
      under.subscribed()
      for (const entry of log) if (entry.lastSeq > (message.from_seq ?? 0)) entry.tell()
    }
  }
  await under.open()
  answered = under.sent.length

  for (const event of list) {
    if (event.kind === 'trade') {
      now += event.wait
      const bytes = market.trade([[now, event.price, 5, event.price % 2 === 0]], now)
      const tell = () => under.session.frame(bytes)
      log.push({ lastSeq: market.lastSeq, tell })
      for (let times = { heard: 1, lost: 0, twice: 2 }[event.fate]; times > 0; times--) tell()
    } else if (event.kind === 'repair') {
      const from = event.minute * MINUTE_MS
      const message = market.revise([[from + 7, 7990, 3, false]], from, from + MINUTE_MS)
      const tell = () => under.session.message(message)
      log.push({ lastSeq: market.lastSeq, tell })
      if (event.heard) tell()
    } else if (event.kind === 'clock') {
      now += 1000
      market.watermark = now
      under.session.message({ op: 'clock', symbol: SYMBOL, watermark: now })
    } else if (event.kind === 'reconnect') under.session.ready()
    else if (event.kind === 'older') under.session.receive({ type: 'older', view: 1 })
    else await under.settle()
    answer()
  }
  // The connection recovers eventually.
  under.session.ready()
  for (let round = 0; round < 4; round++) {
    answer()
    await under.settle()
  }
  return under.agrees()
}

describe('after drops, duplicates, repairs and reconnects', () => {
  it('the page shows the bars of the whole tape', async () => {
    await fc.assert(
      fc.asyncProperty(events, async (list) => {
        expect(await live(list)).toBe(true)
      }),
      { numRuns: 60 },
    )
  }, 60_000)
})
