import {
  type Answer,
  barStart,
  barVolume,
  compareCutoffs,
  type Cutoff,
  cycleMsOf,
  MINUTE_MS,
  needsNativeRows,
  ReplayBars,
  type ReplayChange,
  sequenceRule,
  type SequenceRule,
} from '@flowprint/orderflow'
import type { CallIdentity } from '../../shared/http/request.ts'
import type { HistoryCalls, PageWindow } from '../history.ts'
import type { Gap, PracticePart, ViewRequest } from '../protocol.ts'
import { PracticeFeed } from './practice-feed.ts'
import type { ReplayCalls } from './replay-calls.ts'

/** Bars of the base, as of a live chart. */
const PAGE_BARS = 500
const MAX_PAGE_BARS = 5000
/**
 * More trades than this between two cutoffs cost more bytes than the bars they change (a packed trade has about 8 bytes, a bar
 * of a busy market some kilobytes: `npm run bench -- replay`): then the bars are loaded.
 */
const MAX_PULLED = 4_000
/** How far before the cutoff a base is, so that steps back need no request; further each time that was too little. */
const BASE_BACK_MS = 2 * MINUTE_MS
const BACK_GROWTH = 8
const MAX_BACK_TRIES = 6
const RATE_DECAY = 0.97
/** Trades of the first request towards the end of a bar of fills or of volume. */
const FIRST_TRADES = 16

type Step = { readonly by: 'trade' | 'bar'; readonly direction: 1 | -1 }
type Move = { readonly to: Cutoff } | Step

/** What the chart shows of a base. */
export interface ReplayBase {
  readonly bars: ReplayBars
  readonly answer: Answer
  readonly gaps: readonly Gap[]
}

export interface ReplayTools {
  identity(): CallIdentity
  /** Null: no chart is open. */
  request(): ViewRequest | null
  /** Another base, or bars that were folded again: everything is shown again. */
  show(base: ReplayBase): void
  /** The bars changed in place. */
  apply(change: ReplayChange, bars: ReplayBars): void
  /** Everything that the last moves changed was passed on. */
  arrived(cutoff: Cutoff): void
  /** Trades for practice on the page; those up to a cutoff are sent before it has `arrived`. */
  practice(part: PracticePart): void
  failed(error: unknown): void
}

/** The part that a chart uses. The demo of the home page has none. */
export type ReplayPort = Pick<
  ChartReplay,
  'isActive' | 'asOf' | 'restart' | 'stop' | 'move' | 'older' | 'startPractice'
>

/** Moves a chart's cutoff (docs/decisions/replay.md): one move at a time, and of those that wait only the newest. */
export class ChartReplay {
  readonly #tools: ReplayTools
  readonly #calls: HistoryCalls & ReplayCalls
  #base: ReplayBase | null = null
  /** Where the chart is, or will be when its first answer has come; null: live. */
  #cutoff: Cutoff | null = null
  #waiting: Move | null = null
  #isMoving = false
  #backMs = BASE_BACK_MS
  #gapsUntil = -Infinity
  /** About how many trades happen in a millisecond. */
  #tradesPerMs = 0
  #abort = new AbortController()
  readonly #practice: PracticeFeed

  constructor(tools: ReplayTools, calls: HistoryCalls & ReplayCalls) {
    this.#tools = tools
    this.#calls = calls
    this.#practice = new PracticeFeed({ ...tools, send: (part) => tools.practice(part) }, calls)
  }

  get isActive(): boolean {
    return this.#cutoff !== null
  }

  /** Calls about the market are answered as of it, ms; undefined: live. */
  get asOf(): number | undefined {
    return this.#cutoff?.t
  }

  /** Another chart, or everything is loaded again: at the same cutoff. */
  restart(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#base = null
    this.#isMoving = false
    if (this.#cutoff !== null) this.move(this.#waiting ?? { to: this.#cutoff })
  }

  stop(): void {
    this.#practice.start(null)
    this.#cutoff = null
    this.#waiting = null
    this.restart()
  }

  move(move: Move): void {
    if ('to' in move) this.#cutoff ??= move.to
    this.#waiting = move
    if (!this.#isMoving) void this.#run()
  }

  /** Sends the page every trade from this cutoff to that of the chart, and those of later moves; null: no longer. */
  startPractice(from: Cutoff | null): void {
    this.#practice.start(from)
    // A move that is under way sends what is missing before it arrives.
    if (from !== null && this.#cutoff !== null && !this.#isMoving) this.move({ to: this.#cutoff })
  }

  /** An older page as the bars must have it. */
  older(answer: Answer): Answer {
    return this.#base?.bars.older(answer) ?? answer
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort
    if (this.#tools.request() === null) return
    this.#isMoving = true
    try {
      while (this.#waiting !== null) {
        const move = this.#waiting
        this.#waiting = null
        await ('to' in move ? this.#moveTo(move.to, signal) : this.#step(move, signal))
        if (signal.aborted) return
        await this.#checkGaps(signal)
        if (signal.aborted) return
        const isObsolete = () => this.#waiting !== null
        const isComplete = await this.#practice.follow(this.#cutoff as Cutoff, isObsolete, signal)
        if (signal.aborted) return
        if (isComplete) this.#tools.arrived(this.#cutoff as Cutoff)
      }
      this.#isMoving = false
    } catch (error) {
      if (signal.aborted) return
      this.#isMoving = false
      this.#tools.failed(error)
    }
  }

  async #moveTo(target: Cutoff, signal: AbortSignal): Promise<void> {
    const base = this.#base
    if (base === null) return this.#load(target, signal)
    const { change, needs } = base.bars.seek(target)
    if (needs === 'base') {
      this.#backMs *= BACK_GROWTH
      return this.#load(target, signal)
    }
    this.#pass(change, base)
    if (needs === null || !(await this.#pull(base, target, signal))) {
      if (signal.aborted || needs === null) return
      await this.#load(target, signal)
    }
  }

  /** Continues the bars to the target; false: another base must be loaded. */
  async #pull(base: ReplayBase, target: Cutoff, signal: AbortSignal): Promise<boolean> {
    const { bars } = base
    const request = this.#tools.request() as ViewRequest
    const identity = this.#tools.identity()
    const range = { from: bars.cutoff, to: target, most: MAX_PULLED }
    const lengthMs = target.t - bars.cutoff.t
    const isLong = lengthMs * this.#tradesPerMs > MAX_PULLED
    let trades = isLong ? null : await this.#calls.loadBetween(request, range, identity, signal)
    if (signal.aborted) return true
    // After some pages, trades are asked for again: the market may have become quiet.
    if (isLong) this.#tradesPerMs *= RATE_DECAY
    else if (lengthMs > 0) this.#tradesPerMs = (trades === null ? 2 * MAX_PULLED : trades.length) / lengthMs
    if (trades === null) {
      const window = bars.changedUntil(target.t).map((part) => ({ ...part, limit: MAX_PAGE_BARS }))
      const pages = await Promise.all(window.map((part) => this.#page(part, target.t, signal)))
      if (signal.aborted) return true
      const change = bars.jump(pages, target.t)
      if (change === null) return false
      this.#pass(change, base)
      if (target.trades === 0) return true
      const rest = { from: bars.cutoff, to: target, most: Infinity }
      trades = await this.#calls.loadBetween(request, rest, identity, signal)
      if (signal.aborted || trades === null) return true
    }
    this.#pass(bars.append(trades, target), base)
    return true
  }

  /** Loads a base before the target and the trades since. */
  async #load(target: Cutoff, signal: AbortSignal): Promise<void> {
    const request = this.#tools.request() as ViewRequest
    const identity = this.#tools.identity()
    const asOf = Math.max(0, target.t - this.#backMs)
    const from = { t: asOf, trades: 0 }
    const [answer, loaded, gaps] = await Promise.all([
      this.#page({ limit: PAGE_BARS, leadIn: true }, asOf, signal),
      this.#calls.loadBetween(request, { from, to: target, most: Infinity }, identity, signal),
      this.#calls.loadGaps(request.symbol, { ...identity, asOf: target.t }, signal),
    ])
    if (signal.aborted || loaded === null) return
    const bars = new ReplayBars(answer, { native: needsNativeRows(request.settings) })
    bars.append(loaded, target)
    this.#base = { bars, answer, gaps }
    this.#cutoff = target
    this.#practice.moved(target, null)
    this.#gapsUntil = minuteOf(target.t)
    this.#tools.show(this.#base)
  }

  async #step({ by, direction }: Step, signal: AbortSignal): Promise<void> {
    const cutoff = this.#cutoff as Cutoff
    const request = this.#tools.request() as ViewRequest
    const cycleMs = cycleMsOf(request.cycle) ?? 0
    if (this.#base === null) await this.#load(cutoff, signal)
    if (signal.aborted || this.#base === null) return
    if (by === 'bar' && cycleMs > 0) {
      const at = direction === 1 || cutoff.trades > 0 ? cutoff.t : cutoff.t - 1
      const t = barStart(at, cycleMs) + (direction === 1 ? cycleMs : 0)
      return this.#moveTo({ t, trades: 0 }, signal)
    }
    return direction === 1 ? this.#stepOn(by, request, signal) : this.#stepBack(by, signal)
  }

  /**
   * To after the next trade, or until a bar of fills or of volume is complete. How many trades that takes cannot be known: as
   * many are loaded as fit if none is larger than the largest so far, so that the cutoff rarely goes beyond the bar's end.
   */
  async #stepOn(by: 'trade' | 'bar', request: ViewRequest, signal: AbortSignal): Promise<void> {
    const base = this.#base as ReplayBase
    const { bars } = base
    const rule = by === 'bar' ? sequenceRule(request.cycle, request.units.lotSize) : null
    const complete = rule === null ? 0 : completeBars(bars, rule)
    let largest = rule === null ? 0 : Math.ceil(rule.size / FIRST_TRADES)
    for (;;) {
      const left = rule === null ? 1 : rule.size - filledNow(bars, rule)
      const count = rule === null ? 1 : Math.max(1, Math.floor(left / largest))
      const next = await this.#calls.loadNext(request, bars.cutoff, count, this.#tools.identity(), signal)
      if (signal.aborted || next === null) return
      this.#pass(bars.append(next.trades, next.cutoff), base)
      if (rule === null || completeBars(bars, rule) > complete) return
      const sizes = rule.kind === 'ticks' ? next.trades.fills : next.trades.qty
      for (const size of sizes) largest = Math.max(largest, size)
    }
  }

  async #stepBack(by: 'trade' | 'bar', signal: AbortSignal): Promise<void> {
    const cutoff = this.#cutoff as Cutoff
    for (let tries = 0; tries < MAX_BACK_TRIES; tries++) {
      const { bars } = this.#base as ReplayBase
      const shown = bars.live.bars()
      if (shown.length === 0) return
      const before = bars.before(by === 'trade' ? 1 : shown.trades[shown.length - 1])
      if (before !== null) return this.#moveTo(before, signal)
      this.#backMs *= BACK_GROWTH
      await this.#load(cutoff, signal)
      if (signal.aborted) return
    }
  }

  /** A gap is known with the first trades after it; the bars in it are then loaded again. */
  async #checkGaps(signal: AbortSignal): Promise<void> {
    const base = this.#base
    const request = this.#tools.request()
    if (base === null || request === null || this.#cutoff === null) return
    const minute = minuteOf(this.#cutoff.t)
    if (minute <= this.#gapsUntil || this.#waiting !== null) return
    this.#gapsUntil = minute
    const identity = { ...this.#tools.identity(), asOf: this.#cutoff.t }
    const gaps = await this.#calls.loadGaps(request.symbol, identity, signal)
    if (signal.aborted || JSON.stringify(gaps) === JSON.stringify(base.gaps)) return
    await this.#load(this.#cutoff, signal)
  }

  #page(window: PageWindow, asOf: number, signal: AbortSignal): Promise<Answer> {
    const request = this.#tools.request() as ViewRequest
    return this.#calls.loadPage(request, window, { ...this.#tools.identity(), asOf }, signal)
  }

  #pass(change: ReplayChange, base: ReplayBase): void {
    const { cutoff } = base.bars
    if (this.#cutoff !== null && compareCutoffs(cutoff, this.#cutoff) < 0) this.#gapsUntil = minuteOf(cutoff.t)
    this.#cutoff = cutoff
    this.#practice.moved(cutoff, change.isRebuilt ? null : change.added)
    if (change.isRebuilt) this.#tools.show(base)
    else this.#tools.apply(change, base.bars)
  }
}

/** What the bar that can still take trades holds, by the rule; 0: the next trade begins one. */
function filledNow({ live }: ReplayBars, rule: SequenceRule): number {
  const bars = live.bars()
  const last = bars.length - 1
  if (last < 0) return 0
  return rule.kind === 'ticks' ? bars.trades[last] : Number(barVolume(bars, last))
}

const completeBars = (bars: ReplayBars, rule: SequenceRule): number =>
  bars.live.bars().length - (filledNow(bars, rule) < rule.size ? 1 : 0)

const minuteOf = (t: number): number => Math.floor(t / MINUTE_MS) * MINUTE_MS
