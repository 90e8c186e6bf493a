import { afterEach, describe, expect, it } from 'vitest'
import {
  changeCosts,
  closePosition,
  practiceAct,
  startPractice,
  usePractice,
} from '../../../src/features/order-flow/panels/practice/practice-store.ts'
import { limitOrder, makeReplay } from './make-replay.ts'

const TRADES = [
  [99, 5, 'S'],
  [98, 5, 'S'],
  [105, 5, 'B'],
  [104, 5, 'S'],
] as const

const state = () => usePractice.getState().state!
let stop: (() => void) | null = null

function start() {
  const made = makeReplay(TRADES)
  stop = startPractice(made.replay)
  return made
}

afterEach(() => {
  stop?.()
  changeCosts({ makerPpm: 200, takerPpm: 500, slippageTicks: 1 })
})

describe('the practice session of a replay', () => {
  it('follows the cutoff forwards and backwards', () => {
    const { go } = start()
    practiceAct(limitOrder('buy', 99, 2))
    go(4)
    const end = state()
    expect([end.size, end.fills.length]).toEqual([2, 1])
    go(1)
    expect(state()).toMatchObject({ size: 0, fills: [], laterActions: 0, at: { trades: 1, time: 1 } })
    go(4)
    expect(state()).toEqual(end)
  })

  it('discards later actions when it acts after going back', () => {
    const { go } = start()
    go(2)
    practiceAct(limitOrder('buy', 90))
    go(1)
    expect(state()).toMatchObject({ working: [], laterActions: 1 })
    practiceAct(limitOrder('buy', 91))
    go(2)
    expect(state().working.map(({ tick }) => tick)).toEqual([91])
  })

  it('repeats the session with other fees', () => {
    const { go } = start()
    practiceAct(limitOrder('buy', 99, 2))
    go(3)
    expect(state().fees).toBe(99n * 2n * 200n)
    expect(changeCosts({ makerPpm: 100, takerPpm: 500, slippageTicks: 1 })).toBe(true)
    expect(state()).toMatchObject({ fees: 99n * 2n * 100n, size: 2, at: { trades: 3, time: 3 } })
    expect(changeCosts({ makerPpm: 0.5, takerPpm: 500, slippageTicks: 1 })).toBe(false)
    expect([usePractice.getState().costs.makerPpm, state().fees]).toEqual([100, 99n * 2n * 100n])
  })

  it('closes the position with an order that only reduces it', () => {
    const { go } = start()
    expect(closePosition()).toBeNull()
    practiceAct(limitOrder('buy', 99, 2))
    go(3)
    expect(closePosition()).toMatchObject({ side: 'sell', type: 'market', lots: 2, reduceOnly: true })
    go(4)
    expect(state()).toMatchObject({ size: 0, trips: [{ side: 'long', lots: 2 }] })
  })

  it('returns null for actions that the session refuses', () => {
    start()
    expect(practiceAct({ kind: 'cancel', order: 9 })).toBeNull()
  })

  it('ends with its replay', () => {
    const { listeners } = start()
    stop?.()
    expect([usePractice.getState().replay, usePractice.getState().state, listeners.size]).toEqual([null, null, 0])
    expect(practiceAct(limitOrder('buy', 99))).toBeNull()
  })
})
