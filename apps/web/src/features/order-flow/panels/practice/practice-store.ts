import { PracticeSession } from '@flowprint/orderflow'
import type {
  BookAt,
  InstrumentUnits,
  PracticeAction,
  PracticeOptions,
  PracticeOrder,
  PracticePosition,
  PracticeState,
  Ticks,
  Trades,
  UnixMs,
} from '@flowprint/orderflow'
import { create } from 'zustand'

/** What practice needs of the replay of one market. */
export interface PracticeReplay {
  readonly symbol: string
  readonly units: InstrumentUnits
  readonly startMs: UnixMs
  /** The last price before the start. */
  readonly startTick: Ticks | null
  /** The recorded book, with quantities in lots; null where it is not known or not loaded. */
  readonly bookAt: BookAt
  /** Trades since the start, and the time of the cutoff. */
  cutoff(): PracticePosition
  /** The trades [from, to) since the start; `to` is at most that of the cutoff. */
  trades(from: number, to: number): Trades
  /** Calls the listener after the cutoff moved, in either direction; returns the function that stops it. */
  onCutoff(listener: () => void): () => void
}

export type PracticeCosts = Pick<PracticeOptions, 'makerPpm' | 'takerPpm' | 'slippageTicks'>

interface PracticeStore {
  readonly replay: PracticeReplay | null
  readonly state: PracticeState | null
  readonly costs: PracticeCosts
}

/** 0.02 % and 0.05 %: usual fees of perpetuals. */
const DEFAULT_COSTS: PracticeCosts = { makerPpm: 200, takerPpm: 500, slippageTicks: 1 }

export const usePractice = create<PracticeStore>()(() => ({ replay: null, state: null, costs: DEFAULT_COSTS }))

let session: PracticeSession | null = null

/** Brings the session to the cutoff of the replay. */
function follow(replay: PracticeReplay): void {
  if (session === null) return
  const to = replay.cutoff()
  if (to.trades < session.at.trades || to.time < session.at.time) session.rewind(to)
  session.advance(replay.trades(session.at.trades, to.trades), to.time)
  usePractice.setState({ state: session.state() })
}

/** Starts a session on a replay; returns the function that ends it. */
export function startPractice(replay: PracticeReplay): () => void {
  const { startMs, startTick, bookAt } = replay
  const options = { startMs, startTick, ...usePractice.getState().costs }
  session = new PracticeSession({ options, entries: [], books: [] }, bookAt)
  usePractice.setState({ replay })
  follow(replay)
  const stop = replay.onCutoff(() => follow(replay))
  return () => {
    stop()
    if (usePractice.getState().replay !== replay) return
    session = null
    usePractice.setState({ replay: null, state: null })
  }
}

/** Makes an action at the cutoff. Returns its order, or null when the session accepts no more. */
export function practiceAct(action: PracticeAction): PracticeOrder | null {
  if (session === null) return null
  try {
    return session.act(action)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  } finally {
    usePractice.setState({ state: session.state() })
  }
}

/** Repeats the session with other costs; false when they are out of range, and nothing changes. */
export function changeCosts(costs: PracticeCosts): boolean {
  const { replay } = usePractice.getState()
  if (session !== null && replay !== null) {
    const journal = session.journal()
    try {
      session = new PracticeSession({ ...journal, options: { ...journal.options, ...costs } }, replay.bookAt)
    } catch (error) {
      if (error instanceof RangeError) return false
      throw error
    }
    follow(replay)
  }
  usePractice.setState({ costs })
  return true
}

/** Closes the position at the market. */
export function closePosition(): PracticeOrder | null {
  const size = usePractice.getState().state?.size ?? 0
  if (size === 0) return null
  return practiceAct({
    kind: 'place',
    side: size > 0 ? 'sell' : 'buy',
    type: 'market',
    lots: Math.abs(size),
    tick: null,
    reduceOnly: true,
    stopTick: null,
    targetTick: null,
  })
}
