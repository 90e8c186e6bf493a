import { BAR_COMPLETE, BAR_INCOMPLETE, BAR_OPEN, BAR_REPAIRING } from '../../src/index.ts'
import { FRIDAY, type BarSketch } from './make-bars.ts'

/** Reproducible numbers in [0, 1) (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface RandomBarsOptions {
  readonly step?: number
  readonly cycleMs?: number
  /** Share of bars that are incomplete or repairing, 0.05 by default. */
  readonly broken?: number
  /** Whether the last bar is open, on by default. */
  readonly open?: boolean
  /** Minimum and maximum number of rows of a bar. */
  readonly rows?: readonly [number, number]
}

/**
 * Bars that make every rule fire often: small lots that tie, one-sided runs, heavy rows, gaps between rows and between
 * bars, closes on every edge, bars in every state.
 */
export function randomSketches(seed: number, count: number, options: RandomBarsOptions = {}): BarSketch[] {
  const { step = 1, cycleMs = 60_000, broken = 0.05, open = true, rows: [least, most] = [1, 10] } = options
  const random = seeded(seed)
  const upTo = (n: number) => Math.floor(random() * n)
  const sketches: BarSketch[] = []
  let centre = -3
  let t = FRIDAY
  for (let i = 0; i < count; i++) {
    centre += upTo(7) - 3 + (random() < 0.03 ? upTo(41) - 20 : 0)
    const rows = least + upTo(most - least + 1)
    const lowRow = centre - (rows >> 1)
    const lean = random() < 0.3 ? (random() < 0.5 ? 'bid' : 'ask') : 'none'
    const busy = random() < 0.15 ? 1 + upTo(5) : 1
    const cells: [number, number, number][] = []
    for (let row = lowRow; row < lowRow + rows; row++) {
      const edge = row === lowRow || row === lowRow + rows - 1
      if (!edge && random() < 0.12) continue
      const heavy = random() < 0.06 ? 8 + upTo(30) : 1
      const bid = random() < 0.15 ? 0 : (1 + upTo(6)) * heavy * busy * (lean === 'bid' ? 4 : 1)
      const ask = random() < 0.15 ? 0 : (1 + upTo(6)) * heavy * busy * (lean === 'ask' ? 4 : 1)
      cells.push(bid + ask === 0 ? [row, 0, 1] : [row, bid, ask])
    }
    const low = lowRow * step + (rows > 1 ? upTo(step) : 0)
    const high = (lowRow + rows - 1) * step + (rows > 1 ? upTo(step) : step - 1)
    const close = random() < 0.2 ? low : random() < 0.2 ? high : low + upTo(high - low + 1)
    const state = random() < broken ? (random() < 0.7 ? BAR_INCOMPLETE : BAR_REPAIRING) : BAR_COMPLETE
    const last = open && i === count - 1
    sketches.push({ cells, low, high, close, open: low, t, state: last ? BAR_OPEN : state })
    t += cycleMs * (random() < 0.06 ? 1 + upTo(400) : 1)
  }
  return sketches
}
