import {
  BAR_OPEN,
  applyCoverage,
  barStart,
  composeBars,
  concatBars,
  emptyBars,
  emptyTrades,
  lowerBoundTs,
  NO_SUMS,
  regroupBars,
  sliceBars,
  sliceTrades,
  storedSteps,
} from '@flowprint/orderflow'
import type { Bars, Trades } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { gapsInside, readCoverage, spansWithLive } from '../coverage/coverage-rows.ts'
import { coverageOf } from '../coverage/live-gaps.ts'
import { historyView, inSnapshot, untilClosed } from './history-view.ts'
import type { HistoryView } from './history-view.ts'
import type { Instrument, History, HistoryQuery } from '../types.ts'
import { refuseEarly, refuseTooMany } from './read-limits.ts'
import { composeBlocks, listBlocks, loadPayloads } from './read-blocks.ts'
import { readClosedBars, tierOf } from './read-closed.ts'
import { readFineBars } from './read-fine.ts'
import { readOpenSums } from './read-sums.ts'
import type { OpenSums } from './read-sums.ts'
import { readTail } from './read-tail.ts'
import { readSequence } from './sequence/read-sequence.ts'
import type { StoreContext } from '../store-context.ts'
import { floorTo, nextBarStart, TIERS } from '../tiers.ts'

const DEFAULT_LIMIT = 500

/** See `TapeStore.readHistory`. All reads share one snapshot. */
export async function readHistory(
  context: StoreContext,
  instrument: Instrument,
  query: HistoryQuery,
): Promise<History> {
  // A reloaded range must contain every minute its client has closed by the watermark.
  if (query.from !== undefined && query.cut === undefined) await untilClosed(context.pool, instrument)
  return inSnapshot(context.pool, async (client) => {
    const view = await historyView(client, instrument, query, context.minimum)
    const { sequence } = query
    const history =
      sequence === undefined
        ? await new HistoryReader(context, client, instrument, query, view).read()
        : await readSequence(context, client, instrument, view, { ...query, sequence })
    return { ...history, coverage: await coverageOf(client, instrument, view) }
  })
}

class HistoryReader {
  readonly #context: StoreContext
  readonly #client: PoolClient
  readonly #instrument: Instrument
  readonly #query: HistoryQuery
  readonly #view: HistoryView
  /** Coarsest stored step that divides the requested one. */
  readonly #storedStep: number

  constructor(
    context: StoreContext,
    client: PoolClient,
    instrument: Instrument,
    query: HistoryQuery,
    view: HistoryView,
  ) {
    this.#context = context
    this.#client = client
    this.#instrument = instrument
    this.#query = query
    this.#view = view
    const fitting = storedSteps(instrument.tickSize).filter((step) => query.step % step === 0)
    this.#storedStep = query.rawPoc === true ? 1 : Math.max(1, ...fitting)
  }

  async read(): Promise<Omit<History, 'coverage'>> {
    const { cycleMs, limit = DEFAULT_LIMIT, leadIn = 0 } = this.#query
    const from = this.#query.from === undefined ? null : nextBarStart(this.#query.from, cycleMs)
    const { closedUntil, lastSeq, watermark } = this.#view
    const end = this.#query.to === undefined ? Infinity : nextBarStart(this.#query.to, cycleMs)
    const openStart = closedUntil === Infinity ? Infinity : barStart(closedUntil, cycleMs)
    const hasOpen = end > openStart && (from === null || from <= openStart)
    const raw = end > openStart ? await readTail(this.#client, this.#instrument, this.#view, end) : emptyTrades()
    const tail = hasOpen || from === null ? raw : sliceTrades(raw, lowerBoundTs(raw, from))
    const open = hasOpen ? await this.#readOpen(openStart) : null
    const wanted = Math.max(0, limit - startsOf(open, tail, cycleMs))
    const found = await this.#readClosed(Math.min(end, openStart), wanted, leadIn, from)
    const { bars, before } = cutToWindow(found, { from, wanted, leadIn })
    refuseTooMany(this.#query, bars, before, this.#instrument.tickSize)
    await this.#setStates(bars, open)
    const first = bars.length > 0 ? bars.t[0] : (open?.t[0] ?? (tail.length > 0 ? barStart(tail.ts[0], cycleMs) : null))
    const opens = first === null ? { cvdOpen: 0, cvdQuoteOpen: 0, vwapOpen: NO_SUMS } : await this.#readOpens(first)
    return {
      instrument: this.#instrument,
      bars,
      open,
      tail,
      closedUntil: closedUntil === Infinity ? null : closedUntil,
      lastSeq,
      watermark,
      ...opens,
      leadIn: before,
    }
  }

  #readOpens(first: number): Promise<OpenSums> {
    const { cycleMs, cvdReset, vwapAnchor } = this.#query
    return readOpenSums(this.#context, this.#client, this.#instrument, this.#view, {
      cycleMs,
      first,
      cvdReset,
      vwapAnchor,
    })
  }

  async #readClosed(toTs: number, wanted: number, leadIn: number, from: number | null): Promise<Bars> {
    const { cycleMs, step, rawPoc = false, budget } = this.#query
    const need = wanted + leadIn
    const bounds = { toTs, need, from, needBefore: leadIn, budget }
    if (need === 0 || this.#view.head.lastTs === null) return emptyBars(cycleMs, step)
    const onProgress = (runs: readonly Bars[]): void => {
      budget?.spend(0)
      refuseEarly({ ...this.#query, need }, runs, this.#instrument.tickSize)
    }
    const tier = tierOf(cycleMs)
    if (tier === null)
      return readFineBars(this.#client, this.#instrument, this.#view, {
        cycleMs,
        step,
        native: rawPoc,
        ...bounds,
        onProgress,
      })
    // Read one more: the oldest may turn out to be incomplete.
    const target = { cycleMs, step, composeFirst: rawPoc, need: need + 1, onProgress }
    return readClosedBars(this.#client, this.#context.blocks, tier, {
      instrumentId: this.#instrument.id,
      cycleMs,
      storedStep: this.#storedStep,
      target,
      ...bounds,
    })
  }

  /** The closed minutes of the bar that contains `closedUntil`, from whole days, hours and minutes. */
  async #readOpen(openStart: number): Promise<Bars | null> {
    const { cycleMs, step, rawPoc = false } = this.#query
    const { closedUntil } = this.#view
    const wanted = rawPoc ? 1 : step
    const pieces: Bars[] = []
    let from = openStart
    for (const tier of TIERS.toReversed()) {
      if (cycleMs % tier.barMs !== 0) continue
      const to = floorTo(closedUntil, tier.barMs)
      const rows = await listBlocks(this.#client, this.#instrument.id, {
        tier,
        step: this.#storedStep,
        fromTs: from,
        toTs: to,
        limit: 10_000,
      })
      const ordered = rows.toReversed()
      if (ordered.length > 0) {
        this.#query.budget?.spend(ordered.reduce((sum, row) => sum + row.cells, 0))
        const payloads = await loadPayloads(this.#client, this.#context.blocks, this.#instrument.id, ordered)
        const target = { cycleMs, step: wanted, composeFirst: rawPoc, need: Infinity, onProgress: () => {} }
        pieces.push(await composeBlocks(ordered, payloads, { fromTs: from, toTs: to }, target))
      }
      from = Math.max(from, to)
    }
    const filled = pieces.filter((piece) => piece.length > 0)
    if (filled.length === 0) return null
    return regroupBars(composeBars(concatBars(filled), cycleMs), wanted)
  }

  async #setStates(bars: Bars, open: Bars | null): Promise<void> {
    const { cycleMs } = this.#query
    const first = bars.length > 0 ? bars.t[0] : (open?.t[0] ?? null)
    if (first === null) return
    const last = open !== null ? open.t[0] : bars.t[bars.length - 1]
    const { ranges, gaps } = await readCoverage(this.#client, this.#instrument.id, first, last + cycleMs)
    const spans = spansWithLive(ranges, this.#view.head)
    const inside = gapsInside(gaps, spans)
    applyCoverage(bars, inside, spans)
    if (open === null) return
    // Only for the folded part: what is still to come cannot be missing yet.
    const folded = [...spans, { fromTs: this.#view.closedUntil - 1, toTs: open.t[0] + cycleMs }]
    open.state.fill(BAR_OPEN + 1)
    applyCoverage(
      open,
      inside.filter((gap) => gap.fromTs < this.#view.closedUntil),
      folded,
    )
  }
}

/** Distinct bars of the cycle in the open part. */
function startsOf(open: Bars | null, tail: Trades, cycleMs: number): number {
  const starts = new Set<number>(open === null ? [] : open.t)
  for (let i = 0; i < tail.length; i++) starts.add(barStart(tail.ts[i], cycleMs))
  return starts.size
}

/** The newest `wanted` bars from `from` on, and up to `leadIn` bars before them. */
function cutToWindow(
  bars: Bars,
  { from, wanted, leadIn }: { from: number | null; wanted: number; leadIn: number },
): { bars: Bars; before: number } {
  let start = Math.max(0, bars.length - wanted)
  while (from !== null && start < bars.length && bars.t[start] < from) start += 1
  const before = Math.min(leadIn, start)
  return { bars: sliceBars(bars, start - before), before }
}
