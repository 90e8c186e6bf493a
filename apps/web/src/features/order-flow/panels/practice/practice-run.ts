import { compareCutoffs, PracticeSession } from '@flowprint/orderflow'
import type {
  Book,
  Cutoff,
  InstrumentUnits,
  PracticeAction,
  PracticeJournal,
  PracticeOptions,
  PracticeOrder,
  PracticeState,
  UnixMs,
} from '@flowprint/orderflow'
import type { PracticePart } from '../../../../workers/protocol.ts'
import type { LoadBook } from './practice-book.ts'
import { PracticeTape } from './practice-tape.ts'

export type PracticeCosts = Pick<PracticeOptions, 'makerPpm' | 'takerPpm' | 'slippageTicks'>

/**
 * ready: orders can be placed. loading: trades up to the cutoff are on their way. before: the replay is before the start.
 * failed: the book could not be loaded. full: the session holds as many trades as it can.
 */
type PracticePhase = 'ready' | 'loading' | 'before' | 'failed' | 'full'

/** What the page shows of a session. */
export interface PracticeView {
  readonly symbol: string
  readonly units: InstrumentUnits
  readonly state: PracticeState
  readonly phase: PracticePhase
  readonly startMs: UnixMs
  /** Trades are here up to this moment; while loading, `targetMs` is where they must reach. */
  readonly loadedMs: UnixMs
  readonly targetMs: UnixMs
  /** Whether the book was known at the last moment that needed it; null: no order needed it yet. */
  readonly isBookKnown: boolean | null
}

interface RunOptions {
  readonly symbol: string
  readonly units: InstrumentUnits
  readonly journal: PracticeJournal
  readonly loadBook: LoadBook
  readonly onChange: (view: PracticeView) => void
  /** Trades that the session holds at most. */
  readonly maxTrades?: number
}

/** About 30 MB. */
const MAX_PRACTICE_TRADES = 1_000_000

/** Thrown out of the session when it needs a book that is not loaded. */
class BookNeeded extends Error {
  readonly time: UnixMs
  constructor(time: UnixMs) {
    super(`The book at ${time} ms is needed`)
    this.time = time
  }
}

/**
 * A practice session that follows a replay. Its trades are those that the worker sent; its moves and actions are executed one
 * after the other, because the book as of a moment is loaded when an order first needs it.
 */
export class PracticeRun {
  readonly symbol: string
  readonly tape: PracticeTape
  readonly #options: RunOptions
  readonly #maxTrades: number
  #session: PracticeSession
  /** As shown: after a failure the session may be at an earlier snapshot. */
  #state: PracticeState
  #phase: PracticePhase = 'loading'
  #cutoff: Cutoff
  #targetMs: UnixMs
  /** The book that was loaded last. */
  #book: { readonly time: UnixMs; readonly book: Book | null } | null = null
  #isBookKnown: boolean | null = null
  #queue: Promise<unknown> = Promise.resolve()

  constructor(options: RunOptions) {
    this.#options = options
    this.symbol = options.symbol
    this.#maxTrades = options.maxTrades ?? MAX_PRACTICE_TRADES
    this.tape = new PracticeTape({ t: options.journal.options.startMs, trades: 0 })
    this.#cutoff = this.tape.start
    this.#targetMs = this.tape.start.t
    this.#session = this.#open(options.journal)
    this.#state = this.#session.state()
  }

  get isFull(): boolean {
    return this.tape.length >= this.#maxTrades
  }

  get view(): PracticeView {
    return {
      symbol: this.symbol,
      units: this.#options.units,
      state: this.#state,
      phase: this.#phase,
      startMs: this.tape.start.t,
      loadedMs: this.tape.until.t,
      targetMs: this.#targetMs,
      isBookKnown: this.#isBookKnown,
    }
  }

  journal(): PracticeJournal {
    return this.#session.journal()
  }

  /** Resolves when everything requested so far is done. */
  idle(): Promise<unknown> {
    return this.#queue
  }

  /** Takes over trades of the worker; those that do not continue the tape belong to an earlier request. */
  receive({ from, until, target, trades }: PracticePart): void {
    if (compareCutoffs(from, this.tape.until) !== 0 || this.isFull) return
    this.tape.append(trades, until)
    this.#targetMs = target.t
    if (compareCutoffs(until, target) >= 0) return
    this.#phase = this.isFull ? 'full' : 'loading'
    this.#show()
  }

  /** The replay has arrived at a cutoff. */
  reach(cutoff: Cutoff): Promise<void> {
    this.#cutoff = cutoff
    return this.#enqueue(() => this.#follow(cutoff))
  }

  /** Tries again after a failure. */
  retry(): Promise<void> {
    return this.reach(this.#cutoff)
  }

  /** Makes an action at the cutoff. Null: the session accepts none here, no more, or the book could not be loaded. */
  act(action: PracticeAction): Promise<PracticeOrder | null> {
    return this.#enqueue(async () => {
      if (this.#phase !== 'ready') return null
      const { time } = this.#session.at
      if (action.kind !== 'cancel' && !(await this.#loadBook(time))) {
        this.#phase = 'failed'
        this.#show()
        return null
      }
      try {
        const order = this.#session.act(action)
        this.#state = this.#session.state()
        this.#show()
        return order
      } catch (error) {
        if (error instanceof RangeError) return null
        throw error
      }
    })
  }

  /** Repeats the session with other costs; false when they are out of range, and nothing changes. */
  changeCosts(costs: PracticeCosts): Promise<boolean> {
    return this.#enqueue(async () => {
      const journal = this.#session.journal()
      try {
        this.#session = this.#open({ ...journal, options: { ...journal.options, ...costs } })
      } catch (error) {
        if (error instanceof RangeError) return false
        throw error
      }
      await this.#follow(this.#cutoff)
      return true
    })
  }

  #enqueue<Result>(act: () => Promise<Result>): Promise<Result> {
    const done = this.#queue.then(act)
    this.#queue = done.catch(() => undefined)
    return done
  }

  #open(journal: PracticeJournal): PracticeSession {
    return new PracticeSession(journal, (time) => {
      if (this.#book?.time !== time) throw new BookNeeded(time)
      this.#isBookKnown = this.#book.book !== null
      return this.#book.book
    })
  }

  async #follow(cutoff: Cutoff): Promise<void> {
    const trades = this.tape.countAt(cutoff)
    if (trades === null) {
      const isBefore = compareCutoffs(cutoff, this.tape.start) < 0
      this.#phase = isBefore ? 'before' : this.isFull ? 'full' : 'loading'
      if (isBefore) {
        // What happened after the cutoff is not shown.
        this.#session.rewind({ trades: 0, time: this.tape.start.t })
        this.#state = this.#session.state()
      }
      return this.#show()
    }
    const to = { trades, time: cutoff.t }
    const { at } = this.#session
    if (to.trades < at.trades || to.time < at.time) this.#session.rewind(to)
    if (await this.#advance(to.trades, to.time)) {
      this.#state = this.#session.state()
      this.#phase = 'ready'
    } else this.#phase = 'failed'
    this.#show()
  }

  /** False: a book could not be loaded, and the session stays before the order that needs it. */
  async #advance(trades: number, time: UnixMs): Promise<boolean> {
    for (;;) {
      const { at } = this.#session
      try {
        this.#session.advance(this.tape.slice(at.trades, trades), time)
        return true
      } catch (error) {
        if (!(error instanceof BookNeeded)) throw error
        // Inside the advance the session may be anywhere; the snapshot before it is whole.
        this.#session.rewind(at)
        if (!(await this.#loadBook(error.time))) return false
      }
    }
  }

  async #loadBook(time: UnixMs): Promise<boolean> {
    if (this.#book?.time === time) return true
    try {
      this.#book = { time, book: await this.#options.loadBook(time) }
      return true
    } catch {
      return false
    }
  }

  #show(): void {
    this.#options.onChange(this.view)
  }
}
