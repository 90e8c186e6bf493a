import * as fc from 'fast-check'
import { ASK, BID, Book } from '@flowprint/orderflow'
import type { BookProof, BookSide, DepthColumns, DepthFrame } from '@flowprint/orderflow'
import { eventChanges, makeChanges, makeSnapshot, snapshotLevels } from './depth-arbitraries.ts'
import type { EventChange, LevelChange } from './depth-arbitraries.ts'

/** A run as facts: what the book was at `t`, what changed, and until when it is known. */
export interface Run {
  readonly t: number
  readonly levels: readonly LevelChange[]
  readonly events: readonly EventChange[]
  readonly until: number
  readonly proof: BookProof
  readonly hasEnd: boolean
}

export const WINDOW = { low: 90, high: 109 }

/** Consecutive runs from about `t0` on, with gaps between them. */
export const runsFrom = (t0: number): fc.Arbitrary<Run[]> =>
  fc
    .array(
      fc.record({
        gap: fc.oneof(fc.nat(40), fc.nat(3000), fc.constant(0)),
        levels: snapshotLevels,
        events: eventChanges(25),
        tail: fc.oneof(fc.nat(1200), fc.constant(0)),
        proof: fc.constantFrom('proven', 'connection', 'sampled') as fc.Arbitrary<BookProof>,
        hasEnd: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((list) => {
      let t = t0
      return list.map(({ gap, levels, events, tail, proof, hasEnd }): Run => {
        const start = t + gap
        t = start + events.reduce((sum, [after]) => sum + after, 0) + tail
        return { t: start, levels, events, until: t, proof, hasEnd }
      })
    })

/** The frames of runs: after an event a frame ends when `cuts` says so (1), or a keyframe follows too (2). */
export function framesOf(runs: readonly Run[], cuts: readonly number[]): DepthFrame[] {
  const frames: DepthFrame[] = []
  let cut = 0
  for (const run of runs) {
    const base = {
      symbol: 'X:Y',
      proof: run.proof,
      qtyUnit: '0.1',
      window: WINDOW,
      snapshot: null,
      changes: null,
      reason: '',
    } as const
    const book = new Book()
    const snapshot = makeSnapshot(run.t, run.levels, WINDOW)
    book.load(snapshot)
    frames.push({ ...base, seq: frames.length, kind: 'start', until: run.t, snapshot })
    let t = run.t
    let open: EventChange[] = []
    let openT = t
    const flush = (until: number): void => {
      const changes = makeChanges(openT, open)
      book.apply(changes)
      book.setWindow(WINDOW)
      frames.push({ ...base, seq: frames.length, kind: 'changes', until, changes })
      open = []
    }
    for (const event of run.events) {
      if (open.length === 0) openT = t
      t += event[0]
      open.push(event)
      const kind = cuts[cut++ % cuts.length]
      if (kind > 0) flush(t)
      if (kind > 1) frames.push({ ...base, seq: frames.length, kind: 'keyframe', until: t, snapshot: book.snapshot(t) })
    }
    if (open.length === 0) openT = t
    flush(run.until)
    if (run.hasEnd) frames.push({ ...base, seq: frames.length, kind: 'end', until: run.until, reason: 'test' })
  }
  return frames
}

export const cutsArbitrary = fc.array(fc.constantFrom(0, 0, 1, 2), { minLength: 1, maxLength: 12 })

interface SlowCell {
  side: number
  row: number
  lots: number
  up: number
  sum: number
  min: number
  max: number
}

/** What columns say, one object per interval: for comparisons. */
export function plainColumns(
  columns: DepthColumns,
): { state: number; seconds: number; known: string; cells: SlowCell[] }[] {
  return Array.from({ length: columns.length }, (_, i) => {
    const cells: SlowCell[] = []
    for (let k = i === 0 ? 0 : columns.cellEnd[i - 1]; k < columns.cellEnd[i]; k++) {
      cells.push({
        side: columns.side[k],
        row: columns.row[k],
        lots: columns.lots[k],
        up: columns.up[k],
        sum: columns.sum[k],
        min: columns.min[k],
        max: columns.max[k],
      })
    }
    const known = `${columns.lowRow[i]}..${columns.highRow[i]} ${columns.bestBid[i]}/${columns.bestAsk[i]}`
    return { state: columns.state[i], seconds: columns.seconds[i], known, cells }
  })
}

const STATES = { proven: 3, connection: 2, sampled: 1 }

/** The columns of a range directly from the facts: every second of every interval from the start of its run. */
export function slowColumns(
  runs: readonly Run[],
  { fromMs, toMs, intervalMs, step }: { fromMs: number; toMs: number; intervalMs: number; step: number },
): ReturnType<typeof plainColumns> {
  const columns = []
  for (let start = fromMs; start < toMs; start += intervalMs) {
    const seconds = []
    for (let s = start; s < start + intervalMs; s += 1000) seconds.push(slowSecond(runs, s, step))
    const covered = seconds.slice(seconds.findLastIndex((second) => second === null) + 1).filter((s) => s !== null)
    const last = covered.at(-1)
    if (last === undefined) {
      columns.push({ state: 0, seconds: 0, known: '0..-1 NaN/NaN', cells: [] })
      continue
    }
    const keys = new Set(covered.flatMap(({ cells }) => [...cells.keys()]))
    const isKnown = covered.length === intervalMs / 1000 && covered.every((second) => second.isWhole)
    const rows = [Math.ceil(WINDOW.low / step), Math.floor((WINDOW.high + 1) / step) - 1]
    columns.push({
      state: Math.min(...covered.map(({ state }) => state)),
      seconds: covered.length,
      known: `${isKnown && rows[0] <= rows[1] ? rows.join('..') : '0..-1'} ${last.best}`,
      cells: [...keys]
        .toSorted((a, b) => a - b)
        .map((key) => {
          const own = covered.map(({ cells }) => cells.get(key) ?? { lots: 0, up: 0 })
          const lots = own.map((cell) => cell.lots)
          return {
            side: key < 1e6 ? BID : ASK,
            row: key % 1e6,
            lots: lots[lots.length - 1],
            up: own.reduce((sum, { up }) => sum + up, 0),
            sum: lots.reduce((sum, value) => sum + value, 0),
            min: Math.min(...lots),
            max: Math.max(...lots),
          }
        }),
    })
  }
  return columns
}

/** One second of the run that covers its end; cells by side x 1,000,000 + row. */
function slowSecond(runs: readonly Run[], start: number, step: number) {
  const end = start + 1000
  const run = runs.findLast(({ t, until }) => t < end && until >= end)
  if (run === undefined) return null
  const levels = [new Map<number, number>(), new Map<number, number>()]
  const cells = new Map<number, { lots: number; up: number }>()
  const keyOf = (side: BookSide, tick: number) => side * 1e6 + Math.floor(tick / step)
  const cellOf = (key: number) => {
    const cell = cells.get(key) ?? { lots: 0, up: 0 }
    cells.set(key, cell)
    return cell
  }
  /** Rows that hold something now. */
  const touchHeld = () => {
    for (const side of [BID, ASK] as const) {
      for (const [tick, lots] of levels[side]) if (lots > 0) cellOf(keyOf(side, tick))
    }
  }
  for (const [side, tick, lots] of run.levels) levels[side].set(tick, lots)
  let t = run.t
  let isSeen = run.t >= start
  if (isSeen) touchHeld()
  for (const [after, changes] of run.events) {
    t += after
    if (t >= end) break
    if (t >= start && !isSeen) touchHeld()
    isSeen ||= t >= start
    // Of a level that occurs twice in an event the last quantity counts.
    const final = new Map(changes.map(([side, tick, lots]) => [`${side} ${tick}`, [side, tick, lots] as const]))
    for (const [side, tick, lots] of final.values()) {
      const change = lots - (levels[side].get(tick) ?? 0)
      levels[side].set(tick, lots)
      if (isSeen && change > 0) cellOf(keyOf(side, tick)).up += change
    }
    if (isSeen) touchHeld()
  }
  touchHeld()
  for (const side of [BID, ASK] as const) {
    for (const [tick, lots] of levels[side]) if (lots > 0) cellOf(keyOf(side, tick)).lots += lots
  }
  const held = levels.map((side) => [...side].filter(([, lots]) => lots > 0).map(([tick]) => tick))
  const bestBid = held[BID].length > 0 ? Math.max(...held[BID]) : NaN
  const bestAsk = held[ASK].length > 0 ? Math.min(...held[ASK]) : NaN
  return { cells, isWhole: run.t <= start, state: STATES[run.proof], best: `${bestBid}/${bestAsk}` }
}
