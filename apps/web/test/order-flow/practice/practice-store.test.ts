import { practice } from '@flowprint/i18n/en/practice'
import i18next from 'i18next'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useToasts } from '../../../src/shared/ui/toasts.ts'
import { useReplay } from '../../../src/features/order-flow/model/replay-store.ts'
import {
  attachPracticeChart,
  changeCosts,
  closePosition,
  closeResult,
  journalOf,
  openPractice,
  practiceAct,
  startPractice,
  usePractice,
} from '../../../src/features/order-flow/panels/practice/practice-store.ts'
import { limitOrder, makeChart, MARKET, settled, viewOf } from './make-replay.ts'

const { symbol } = MARKET
const TRADES = [
  [99, 5, 'S'],
  [98, 5, 'S'],
  [105, 5, 'B'],
  [104, 5, 'S'],
] as const

const state = () => viewOf().state
const act = (action: Parameters<typeof practiceAct>[1]) => practiceAct(symbol, action)
let detach: (() => void) | null = null

async function start() {
  const made = makeChart(TRADES)
  detach = attachPracticeChart(made.chart)
  await made.go(0)
  startPractice(MARKET)
  await settled()
  return made
}

afterEach(async () => {
  useReplay.setState({ cutoff: null })
  while (usePractice.getState().finished.length > 0) closeResult()
  detach?.()
  await changeCosts(symbol, { makerPpm: 200, takerPpm: 500, slippageTicks: 1 })
})

beforeAll(() => i18next.init({ lng: 'en', defaultNS: 'web', resources: { en: { web: { practice } } } }))

describe('the practice session of a replay', () => {
  it('starts at the cutoff with the last price before it', async () => {
    const { requests } = await start()
    expect(requests).toEqual([{ t: 1, trades: 0 }])
    expect(viewOf()).toMatchObject({ phase: 'ready', startMs: 1, state: { lastTick: 100 } })
  })

  it('follows the cutoff forwards and backwards', async () => {
    const { go } = await start()
    await act(limitOrder('buy', 99, 2))
    await go(4)
    const end = state()
    expect([end.size, end.fills.length]).toEqual([2, 1])
    await go(1)
    expect(state()).toMatchObject({ size: 0, fills: [], laterActions: 0, at: { trades: 1, time: 2 } })
    await go(4)
    expect(state()).toEqual(end)
  })

  it('discards later actions when it acts after going back', async () => {
    const { go } = await start()
    await go(2)
    await act(limitOrder('buy', 90))
    await go(1)
    expect(state()).toMatchObject({ working: [], laterActions: 1 })
    await act(limitOrder('buy', 91))
    expect(useToasts.getState().list).toMatchObject([{ text: expect.stringContaining('discarded') }])
    await go(2)
    expect(state().working.map(({ tick }) => tick)).toEqual([91])
  })

  it('repeats the session with other fees', async () => {
    const { go } = await start()
    await act(limitOrder('buy', 99, 2))
    await go(3)
    expect(state().fees).toBe(99n * 2n * 200n)
    expect(await changeCosts(symbol, { makerPpm: 100, takerPpm: 500, slippageTicks: 1 })).toBe(true)
    expect(state()).toMatchObject({ fees: 99n * 2n * 100n, size: 2, at: { trades: 3, time: 4 } })
    expect(await changeCosts(symbol, { makerPpm: 0.5, takerPpm: 500, slippageTicks: 1 })).toBe(false)
    expect([usePractice.getState().costs.makerPpm, state().fees]).toEqual([100, 99n * 2n * 100n])
  })

  it('closes the position with an order that only reduces it', async () => {
    const { go } = await start()
    expect(await closePosition(symbol)).toBeNull()
    await act(limitOrder('buy', 99, 2))
    await go(3)
    expect(await closePosition(symbol)).toMatchObject({ side: 'sell', type: 'market', lots: 2, reduceOnly: true })
    await go(4)
    expect(state()).toMatchObject({ size: 0, trips: [{ side: 'long', lots: 2 }] })
  })

  it('returns null for actions that the session refuses', async () => {
    await start()
    expect(await act({ kind: 'cancel', order: 9 })).toBeNull()
  })

  it('continues a saved journal to the same state, and accepts nothing before its start', async () => {
    const { go } = await start()
    await go(1)
    await act(limitOrder('buy', 99, 2))
    await go(4)
    const end = state()
    const journal = journalOf(symbol)!
    openPractice(MARKET, journal)
    await settled()
    expect(state()).toEqual(end)
    await go(2)
    openPractice(MARKET, { ...journal, options: { ...journal.options, startMs: 4 }, entries: [] })
    await settled()
    expect(viewOf().phase).toBe('before')
    expect(await act(limitOrder('buy', 99))).toBeNull()
    await go(3)
    expect(viewOf().phase).toBe('ready')
  })

  it('keeps the session of a market while its chart shows another one, and misses no trade', async () => {
    const made = await start()
    await act(limitOrder('buy', 99, 2))
    made.open('DEMO:OTHER')
    await made.go(3)
    expect(state().fills).toEqual([])
    made.open(symbol)
    await settled()
    expect(state()).toMatchObject({ size: 2, at: { trades: 3 } })
  })

  it('is fed by another chart of the market when the first one is closed', async () => {
    const made = await start()
    const other = makeChart(TRADES)
    const detachOther = attachPracticeChart(other.chart)
    expect(other.requests).toEqual([])
    await act(limitOrder('buy', 99, 2))
    await made.go(1)
    detach?.()
    expect(other.requests).toEqual([{ t: 2, trades: 0 }])
    await other.go(4)
    detachOther()
    expect(state()).toMatchObject({ size: 2, at: { trades: 4 } })
  })

  it('ends with the replay and shows a result only after actions', async () => {
    const { requests } = await start()
    useReplay.setState({ cutoff: null })
    expect(requests.at(-1)).toBeNull()
    expect([viewOf(), useReplay.getState().hasPracticeResult]).toEqual([undefined, false])
    expect(await act(limitOrder('buy', 99))).toBeNull()

    useReplay.setState({ cutoff: { t: 1, trades: 0 } })
    startPractice(MARKET)
    await settled()
    await act(limitOrder('buy', 99))
    useReplay.setState({ cutoff: null })
    expect(usePractice.getState().finished).toMatchObject([{ view: { symbol }, journal: { entries: [{}] } }])
    expect(useReplay.getState().hasPracticeResult).toBe(true)
    closeResult()
    expect(useReplay.getState().hasPracticeResult).toBe(false)
  })
})
