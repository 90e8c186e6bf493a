import { decimalUnit, type Bars } from '@flowprint/orderflow'
import type { Drawing } from '@flowprint/contract'
import type { Surface } from '../../../src/features/order-flow/drawings/geometry/surface.ts'

export const CYCLE = 60_000
const COLUMN = 50
const TICK_PX = 4
const HEIGHT = 400
/** The price at the lower edge of the pane. */
const LOWEST = 1000

/** A pane with simple arithmetic: bar i begins at i x 50 px and at the i-th of `times`; a tick is 4 px high. */
export function surface(
  times: readonly number[] = Array.from({ length: 10 }, (_, i) => i * CYCLE),
  more: Partial<Surface> = {},
): Surface {
  const timeOfIndex = (index: number) => {
    const whole = Math.floor(index)
    const nearest = Math.min(times.length - 1, Math.max(0, whole))
    return times[nearest] + (whole - nearest) * CYCLE
  }
  const indexOfTime = (t: number) => {
    if (t < times[0]) return (t - times[0]) / CYCLE
    const at = times.findLastIndex((start) => start <= t)
    const part = (t - times[at]) / CYCLE
    return at + (at === times.length - 1 ? part : Math.min(part, 1 - 1e-9))
  }
  const yOfTickEdge = (tick: number) => HEIGHT - (tick - LOWEST) * TICK_PX
  return {
    coordinates: {
      xOfEdge: (i) => i * COLUMN,
      xOfBar: (i) => (i + 0.5) * COLUMN,
      xOfTime: (t) => (Math.floor(indexOfTime(t)) + 0.5) * COLUMN,
      barAt: (x) => Math.floor(x / COLUMN),
      timeOfIndex,
      indexOfTime,
      yOfTickEdge,
      yOfTick: (tick) => yOfTickEdge(tick) - TICK_PX / 2,
      tickAt: (y) => (HEIGHT - y) / TICK_PX + LOWEST - 0.5,
    },
    cycleMs: CYCLE,
    width: 500,
    height: HEIGHT,
    ratio: 1,
    tick: decimalUnit('0.5'),
    textSize: (text) => ({ width: text.length * 10, height: 20 }),
    ...more,
  }
}

export function drawing(
  kind: Drawing['kind'],
  points: readonly (readonly [t: number, price: string])[],
  more: Partial<Drawing> = {},
): Drawing {
  return {
    id: `00000000-0000-4000-8000-${kind.padEnd(12, '0').replace(/[^0-9a-f]/g, '1')}`,
    kind,
    points: points.map(([t, price]) => ({ t, price })),
    colour: '#2f7fd6',
    width: 2,
    ...more,
  }
}

/** Bars of [open, high, low, close] in ticks, rows of `step` ticks; only the fields that drawings read. */
export function pricesOnly(
  rows: readonly (readonly [open: number, high: number, low: number, close: number])[],
  step = 1,
): Bars {
  const column = (at: number) => Int32Array.from(rows, (row) => row[at])
  return {
    length: rows.length,
    step,
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
  } as unknown as Bars
}
