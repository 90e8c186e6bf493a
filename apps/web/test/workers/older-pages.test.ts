import { MINUTE_MS } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import type { FromWorker } from '../../src/workers/protocol.ts'
import type { Trade } from '../order-flow/bars.ts'
import { FakeMarket } from './fake-market.ts'
import { sessionUnderTest } from './client-under-test.ts'

const tape = (minutes: number): Trade[] =>
  Array.from({ length: minutes * 3 }, (_, i) => {
    const wave = Math.round(60 * Math.sin(i / 91)) + ((i * 7) % 11)
    return [Math.floor(i / 3) * MINUTE_MS + (i % 3) * 15_000, 8000 + wave, 1 + ((i * 29) % 97), (i * 13) % 5 < 3]
  })
/** The bar built from the raw tail is added to the requested closed bars. */
const OPEN = 1
const market = (minutes: number) => new FakeMarket(tape(minutes), MINUTE_MS, minutes * MINUTE_MS - 5000)
const older = (session: ReturnType<typeof sessionUnderTest>) => {
  session.session.receive({ type: 'older', view: 1 })
  return session.settle()
}

describe('older pages', () => {
  it('hide the lead-in at first and show it with the next page', async () => {
    const under = sessionUnderTest(market(2000))
    await under.open()
    expect(under.shown().length).toBe(500 + OPEN)
    expect(under.windows[0]).toMatchObject({ limit: 500, leadIn: true })
    await older(under)
    expect(under.shown().length).toBe(1000 + OPEN)
    expect(under.agrees()).toBe(true)
  })

  it('report the beginning of the tape and show every bar', async () => {
    const under = sessionUnderTest(market(1200))
    await under.open()
    await older(under)
    expect(under.shown().length).toBe(1200)
    expect(under.agrees()).toBe(true)
    await older(under)
    expect(under.posted.at(-1)).toMatchObject({ type: 'older', state: 'beginning' })
  })

  it('stop at five thousand loaded bars', { tags: ['long'] }, async () => {
    const under = sessionUnderTest(market(7000))
    await under.open()
    for (let page = 0; page < 12; page++) await older(under)
    expect(under.shown().length).toBeLessThanOrEqual(5000)
    expect(under.posted.at(-1)).toMatchObject({ type: 'older', state: 'full' })
  })

  it('show a short tape as a whole', async () => {
    const under = sessionUnderTest(market(600))
    await under.open()
    expect(under.shown().length).toBe(600)
  })

  it('produce the zones of the whole tape once the beginning is loaded', async () => {
    const under = sessionUnderTest(market(1200))
    await under.open()
    await older(under)
    expect(under.zones()).toEqual(under.expectedZones())
  })

  it('keep the CVD segment numbers of bars already shown', async () => {
    const under = sessionUnderTest(market(1200))
    await under.open()
    const first = under.posted.find(
      (message): message is Extract<FromWorker, { type: 'reset' }> => message.type === 'reset',
    )
    await older(under)
    const page = under.posted.find(
      (message): message is Extract<FromWorker, { type: 'prepend' }> => message.type === 'prepend',
    )
    // Without gaps there is one segment on both sides of the seam.
    expect(page?.analysis.cvdSegment.at(-1)).toBe(first?.analysis.cvdSegment[0])
  })

  it('can be retried after a failure', async () => {
    const under = sessionUnderTest(market(2000))
    await under.open()
    under.control.fail = new Error('away')
    await older(under)
    expect(under.posted.at(-1)).toMatchObject({ type: 'older', state: 'failed' })
    under.control.fail = null
    await older(under)
    expect(under.shown().length).toBe(1000 + OPEN)
  })

  it('merge with live updates', async () => {
    const tapeOfMarket = market(1200)
    const under = sessionUnderTest(tapeOfMarket)
    await under.open()
    under.control.hold = true
    under.session.receive({ type: 'older', view: 1 })
    under.session.frame(tapeOfMarket.trade([[1200 * MINUTE_MS - 4000, 8100, 5, true]], 1200 * MINUTE_MS - 4000))
    await new Promise((resolve) => setImmediate(resolve))
    for (const release of under.held) release()
    await under.settle()
    expect(under.shown().length).toBe(1200)
    expect(under.agrees()).toBe(true)
  })
})
