import {
  DAY_MS,
  applySequenceCoverage,
  BAR_COMPLETE,
  cutSequence,
  emptyBars,
  emptyTrades,
  filledOf,
  lowerBoundT,
  NO_SUMS,
  regroupBars,
  sliceRun,
  sliceTrades,
  cvdSessionStart,
  vwapStart,
} from '@flowprint/orderflow'
import type { SequenceCuts, SequenceRule, SequenceRun, Trades, CvdReset, VwapAnchor } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { gapsInside, readCoverage, spansWithLive } from '../../coverage/coverage-rows.ts'
import type { HistoryView } from '../history-view.ts'
import type { Instrument, History, HistoryQuery } from '../../types.ts'
import { refuseEarly, refuseTooMany } from '../read-limits.ts'
import { SumReader } from '../read-sums.ts'
import { readTail } from '../read-tail.ts'
import type { StoreContext } from '../../store-context.ts'
import { floorTo } from '../../tiers.ts'
import { BarsBack } from './bars-back.ts'
import type { PastBars, Wish } from './bars-back.ts'
import type { OpenSums } from '../read-sums.ts'
import { joinSums, NOTHING } from '../sums.ts'
import type { Sums } from '../sums.ts'

const DEFAULT_LIMIT = 500

/** Reads a history of fills or volume bars, by the rules of `readHistory`. */
export async function readSequence(
  context: StoreContext,
  client: PoolClient,
  instrument: Instrument,
  view: HistoryView,
  query: HistoryQuery & { readonly sequence: SequenceRule },
): Promise<Omit<History, 'coverage'>> {
  const { sequence: rule, step, limit = DEFAULT_LIMIT, leadIn = 0, rawPoc = false, to: end = Infinity } = query
  const { closedUntil, lastSeq, watermark } = view
  const back = new BarsBack(context, client, instrument, view, {
    rule,
    step,
    native: rawPoc,
    end,
    budget: query.budget,
  })
  const open = await back.readOpen()
  const isOpenEnded = end > closedUntil || open !== null
  const tail = isOpenEnded
    ? tailBefore(await readTail(client, instrument, view, Infinity), rule, open, end)
    : emptyTrades()
  const cuts = cutSequence(tail, rule, lastOf(open, rule))
  // Closed bars that begin in the millisecond of the open bar are never separated from it.
  const sharesMs = open !== null && !Number.isInteger(open.bars.t[0])
  const wish: Wish = {
    from:
      query.from === undefined || open === null
        ? (query.from ?? null)
        : Math.min(query.from, Math.floor(open.bars.t[0])),
    wanted: Math.max(sharesMs ? 1 : 0, limit - countOf(open, cuts)),
    leadIn,
  }
  const openT = open?.bars.t[0] ?? cuts.starts[0] ?? null
  const past = await readPast(back, wish, {
    openT: openT ?? Math.min(closedUntil, end),
    query,
    tickSize: instrument.tickSize,
  })
  const { first, before, isCut } = windowOf(past, wish)
  const run = sliceRun(past.run, first)
  refuseTooMany(query, run.bars, before, instrument.tickSize)
  await setStates(client, instrument, view, rule, run, open)
  const firstT = run.bars.length > 0 ? run.bars.t[0] : openT
  const opens =
    firstT === null
      ? { cvdOpen: 0, cvdQuoteOpen: 0, vwapOpen: NO_SUMS }
      : await readSequenceSums(back, new SumReader(context, client, instrument, view), {
          first: firstT,
          cvdReset: query.cvdReset,
          vwapAnchor: query.vwapAnchor,
        })
  const isAsked = wish.from !== null && leadIn === 0 && !isCut && past.stop === null
  return {
    instrument,
    bars: run.bars,
    open: open === null || rawPoc ? (open?.bars ?? null) : regroupBars(open.bars, step),
    tail,
    closedUntil: closedUntil === Infinity ? null : closedUntil,
    lastSeq,
    watermark,
    ...opens,
    leadIn: before,
    sequence: {
      from: isAsked ? wish.from : first > 0 ? Math.floor(run.bars.t[0]) : past.stop,
      firstNumber: firstT === null ? 1 : await back.numberOf(firstT),
    },
  }
}

async function readPast(
  back: BarsBack,
  wish: Wish,
  { openT, query, tickSize }: { openT: number; query: HistoryQuery; tickSize: string },
): Promise<PastBars> {
  const need = wish.wanted + wish.leadIn
  if (need === 0)
    return { run: { bars: emptyBars(0, query.step), lastTs: new Float64Array(0) }, stop: Math.floor(openT) }
  return back.read(wish, (runs) =>
    refuseEarly(
      { ...query, need },
      runs.map((run) => run.bars),
      tickSize,
    ),
  )
}

function lastOf(open: SequenceRun | null, rule: SequenceRule): { t: number; filled: number } | null {
  return open === null ? null : { t: open.bars.t[0], filled: filledOf(open.bars, 0, rule) }
}

/** The trades of the bars that begin before `end`. */
function tailBefore(tail: Trades, rule: SequenceRule, open: SequenceRun | null, end: number): Trades {
  if (end === Infinity) return tail
  const { starts, ends } = cutSequence(tail, rule, lastOf(open, rule))
  const past = starts.findIndex((t) => t >= end)
  return past < 0 ? tail : sliceTrades(tail, 0, past === 0 ? 0 : ends[past - 1])
}

/** Number of bars that are not closed: the open one and those of the tail. */
function countOf(open: SequenceRun | null, cuts: SequenceCuts): number {
  return cuts.starts.length + (open !== null && !cuts.continues ? 1 : 0)
}

/**
 * The newest `wanted` bars from `from` on, and up to `leadIn` bars before them; all bars of a millisecond or none.
 * Output  index of the first bar, how many are before the window, and whether the limit cut bars off the window.
 */
function windowOf(
  { run: { bars } }: PastBars,
  { from, wanted, leadIn }: Wish,
): { first: number; before: number; isCut: boolean } {
  const wholeMs = (i: number): number => (i < bars.length && i > 0 ? lowerBoundT(bars, Math.floor(bars.t[i])) : i)
  const least = from === null ? 0 : lowerBoundT(bars, from)
  const byLimit = wholeMs(Math.max(0, bars.length - wanted))
  const start = Math.max(least, byLimit)
  const first = leadIn === 0 ? start : wholeMs(Math.max(0, start - leadIn))
  return { first, before: start - first, isCut: byLimit > least }
}

async function setStates(
  client: PoolClient,
  instrument: Instrument,
  view: HistoryView,
  rule: SequenceRule,
  run: SequenceRun,
  open: SequenceRun | null,
): Promise<void> {
  const { bars } = run
  const first = bars.length > 0 ? bars.t[0] : (open?.bars.t[0] ?? null)
  if (first === null) return
  const last = bars.length > 0 ? bars.t[bars.length - 1] : first
  const { ranges, gaps } = await readCoverage(
    client,
    instrument.id,
    Math.floor(first),
    Math.floor(Math.max(last, open?.bars.t[0] ?? last)) + DAY_MS,
  )
  const spans = spansWithLive(ranges, view.head)
  const inside = gapsInside(gaps, spans)
  applySequenceCoverage(run, rule, inside, spans)
  if (open === null) return
  open.bars.state.fill(BAR_COMPLETE)
  // Only for the folded part: what is still to come cannot be missing yet.
  const known = inside.filter((gap) => gap.fromTs < view.closedUntil)
  applySequenceCoverage({ ...open, lastTs: Float64Array.of(view.closedUntil) }, rule, known, spans, view.closedUntil)
}

/**
 * CVD and VWAP sums before the fills or volume bar that begins at `first`. Such bars share milliseconds, so the first
 * and last day of a sum are added bar by bar; the days between come from stored rows.
 */
async function readSequenceSums(
  back: BarsBack,
  reader: SumReader,
  query: {
    readonly first: number
    readonly cvdReset: CvdReset | undefined
    readonly vwapAnchor: VwapAnchor | undefined
  },
): Promise<OpenSums> {
  const { first } = query
  const cvdFrom = cvdSessionStart(first, query.cvdReset ?? 'day')
  const vwapFrom = vwapStart(first, query.vwapAnchor ?? 'day', 0) ?? first
  const cvd = await sumsBetween(back, reader, cvdFrom, first)
  const { vwap } = vwapFrom === cvdFrom ? cvd : await sumsBetween(back, reader, vwapFrom, first)
  return { cvdOpen: cvd.delta, cvdQuoteOpen: cvd.quoteDelta, vwapOpen: vwap }
}

async function sumsBetween(back: BarsBack, reader: SumReader, from: number, first: number): Promise<Sums> {
  if (from >= first) return NOTHING
  const day = floorTo(first, DAY_MS)
  const own = await back.sums(day, from, first)
  if (from >= day) return own
  const begin = floorTo(from, DAY_MS)
  if (from === begin || from === -Infinity) return joinSums(await reader.read(from, day), own)
  return joinSums(joinSums(await back.sums(begin, from, begin + DAY_MS), await reader.read(begin + DAY_MS, day)), own)
}
