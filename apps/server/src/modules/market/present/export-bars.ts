import { BARS_COLUMNS, MAX_CELLS } from '@flowprint/contract'
import type { ExportQuery } from '@flowprint/contract'
import { addLots, analyzeBars, barStart, parseSettings, subtractLots } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import { barWindow, firstStartAt } from '../rules/bar-window.ts'
import { TooManyCellsError } from '../tape/index.ts'
import type { Instrument, TapeStore } from '../tape/index.ts'
import { decimalWriter } from './decimal-text.ts'
import type { ExportRange } from './export-trades.ts'
import { presentAnswer } from './present-answer.ts'
import { BAR_STATES } from './present-bars.ts'
import { wholeBars } from './present-footprint.ts'
import { baseUnit } from './volume-unit.ts'

/** Bars of one read, where so many fit; more where most of the time nothing trades. */
const READ = 500
const MOST_READ = 16_000

export interface ExportedBars extends ExportRange {
  readonly cycle: NonNullable<ExportQuery['cycle']>
  readonly cycleMs: number
  /** Row height, ticks. */
  readonly step: number
  readonly nowMs: number
}

/**
 * The bars that start in a range as pieces of a CSV file, oldest first, read as they are taken: a stretch of time after
 * the other, each from a snapshot of its own. The numbers are those of /footprint with the settings nobody changed.
 *
 * Throws  TooManyCellsError when a single bar holds more cells than an answer may.
 */
export async function* exportBars(store: TapeStore, instrument: Instrument, asked: ExportedBars): AsyncGenerator<string> {
  const { cycleMs, cut } = asked
  const coverage = await store.coverage(instrument, cut)
  const end = coverage.to === null ? -Infinity : Math.min(asked.to, coverage.to + 1)
  let at = Math.max(firstStartAt(asked.from, cycleMs), barStart(coverage.from ?? 0, cycleMs))
  let head = `${BARS_COLUMNS.join(',')}\n`
  let span = READ
  while (at < end) {
    const to = at + span * cycleMs
    const bars = await readStretch(store, instrument, asked, { from: at, to: Math.min(to, asked.to), limit: span })
    if (bars === null) {
      span = Math.ceil(span / 2)
      continue
    }
    yield head + barLines(bars, instrument)
    head = ''
    at = to
    span = bars.length * 4 < span ? Math.min(span * 2, MOST_READ) : READ
  }
  if (head !== '') yield head
}

/** Bars of a stretch, the open one last; null when they hold too many cells for one read. */
async function readStretch(
  store: TapeStore, instrument: Instrument, asked: ExportedBars, stretch: { from: number; to: number; limit: number },
): Promise<Bars | null> {
  const { cycle, cycleMs, step, cut, nowMs } = asked
  const window = barWindow(stretch, cycleMs, nowMs)
  const settings = parseSettings(undefined)
  try {
    const [coverage, history] = await Promise.all([
      store.coverage(instrument, cut),
      store.readHistory(instrument, { cycleMs, step, ...window, maxCells: MAX_CELLS, ...(cut === undefined ? {} : { cut }) }),
    ])
    const query = { symbol: instrument.symbol, cycle, precision: '' }
    return wholeBars(presentAnswer({ instrument, cycleMs, step, window, leadIn: 0, history, coverage, cut }, query, settings), settings)
  } catch (error) {
    if (error instanceof TooManyCellsError && stretch.limit > 1) return null
    throw error
  }
}

function barLines(bars: Bars, instrument: Instrument): string {
  const { pocTick, vahRow, valRow } = analyzeBars(bars, parseSettings(undefined), { units: instrument, cvdOpen: 0 })
  const price = decimalWriter(instrument.tickSize)
  const { text, sums } = baseUnit(bars, instrument)
  let lines = ''
  for (let i = 0; i < bars.length; i++) {
    const { bid, ask, minDelta, maxDelta } = sums(i)
    const fields = [
      bars.t[i], price(bars.open[i]), price(bars.high[i]), price(bars.low[i]), price(bars.close[i]),
      text(addLots(bid, ask)), text(bid), text(ask), text(subtractLots(ask, bid)),
      minDelta === null ? '' : text(minDelta), maxDelta === null ? '' : text(maxDelta), bars.trades[i],
      price(pocTick[i]), price(vahRow[i] * bars.step), price(valRow[i] * bars.step), BAR_STATES[bars.state[i]],
    ]
    lines += `${fields.join(',')}\n`
  }
  return lines
}
