import { MINUTE_MS, SizeWindow, absLots } from '@flowprint/orderflow'
import type { Lots, SizeSeed } from '@flowprint/orderflow'
import type { RunningSweep, UsualSizes } from './sweep-run.ts'

/** Number of stored sizes above which the window is rebuilt from the greatest of them. */
const MAX_SIZES = 4_000

/** The usual size of a completed sweep, as charts compute it (docs/formulas/big-trades.md), starting from `seed`. */
export function usualSizes(seed: SizeSeed): UsualSizes {
  let floor: Lots = seed.floor
  let window = createWindow(seed)
  let minute = -Infinity
  let count = 0
  let sizes: Lots[] = []
  const close = (ts: number): void => {
    if (count > 0) {
      window.begin({ minutes: [{ t: minute, count }], sizes: sizes.map((size) => ({ t: minute, size })), floor })
      if (sizes.length > MAX_SIZES) {
        const next = window.seed(ts)
        floor = next.floor
        window = createWindow(next)
      }
    }
    count = 0
    sizes = []
  }
  return {
    at(ts) {
      if (ts >= minute + MINUTE_MS) {
        close(ts)
        minute = Math.floor(ts / MINUTE_MS) * MINUTE_MS
      }
      const usual = window.at(ts)
      // Below every stored size: all sizes looked up here are greater.
      return usual === 'unknown' ? floor : usual
    },
    ended(sweep: RunningSweep) {
      count += 1
      const size = absLots(sweep.notional)
      if (size >= floor) sizes.push(size)
    },
  }
}

function createWindow(seed: SizeSeed): SizeWindow {
  const window = new SizeWindow()
  window.begin(seed)
  return window
}
