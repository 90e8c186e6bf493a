import type { Readout } from '@flowprint/chart'
import type { GroupColour, GroupLink } from '@flowprint/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { linkCharts, type LinkableChart } from '../../../src/features/order-flow/workspaces/linked-charts.ts'

/** What each chart's linked crosshair shows: the real one needs a document. */
const marks = vi.hoisted(() => new Map<unknown, unknown>())
vi.mock('@flowprint/chart/links', async (load) => ({
  ...(await load<object>()),
  LinkedCrosshair: class {
    readonly #chart: unknown
    constructor(chart: unknown) {
      this.#chart = chart
      marks.set(chart, null)
    }
    show(place: unknown) {
      marks.set(this.#chart, place)
    }
    destroy() {
      marks.delete(this.#chart)
    }
  },
}))

const MINUTE = 60_000
class FakeElement {
  readonly isConnected = true
}

/** Callbacks of the next frame. */
let frame: (() => void)[] = []
function nextFrame(count = 1): void {
  for (let n = 0; n < count; n++) for (const callback of frame.splice(0)) callback()
}

/** A chart of bars [from, to) of a cycle in minutes, without a screen. */
class FakeChart {
  symbol = 'A'
  width = 400
  right: number
  spacing = 10
  moves = 0
  #t: Float64Array = new Float64Array()
  readonly #ranges = new Set<() => void>()
  readonly #crosshairs = new Set<(readout: Readout | null) => void>()
  readonly #bars = new Set<(kind: 'reset' | 'update') => void>()
  readonly cycle: number

  constructor(cycle: number, from: number, to: number) {
    this.cycle = cycle
    this.load(from, to)
    this.right = this.#t.length + 2
  }

  load(from: number, to: number): void {
    const first = Math.ceil(from / this.cycle)
    const count = Math.max(0, Math.floor(to / this.cycle) - first)
    this.#t = Float64Array.from({ length: count }, (_, i) => (first + i) * this.cycle * MINUTE)
  }

  get linkable() {
    const chart = {
      bars: () => ({ t: this.#t, length: this.#t.length, cycleMs: this.cycle * MINUTE }),
      plot: () =>
        this.#t.length === 0
          ? null
          : { width: this.width, height: 300, rightRoom: 20, right: this.right, spacing: this.spacing },
      movePlot: ({ right, spacing }: { right: number; spacing: number }) => {
        this.moves += 1
        this.move(right, spacing)
      },
      onVisibleRange: (listener: () => void) => (this.#ranges.add(listener), () => this.#ranges.delete(listener)),
      onCrosshair: (listener: (readout: Readout | null) => void) => (
        this.#crosshairs.add(listener),
        () => this.#crosshairs.delete(listener)
      ),
    }
    const controller = {
      chart,
      scope: { element: { firstElementChild: new FakeElement() } },
      symbol: this.symbol,
      on: (_: string, listener: (kind: 'reset' | 'update') => void) => (
        this.#bars.add(listener),
        () => this.#bars.delete(listener)
      ),
    }
    return controller as unknown as LinkableChart['controller']
  }

  /** Reported in the next frame, as the chart does. */
  move(right: number, spacing = this.spacing): void {
    this.right = right
    this.spacing = spacing
    this.report()
  }

  report(): void {
    frame.push(() => this.#ranges.forEach((listener) => listener()))
  }

  reset(from: number, to: number): void {
    this.load(from, to)
    this.right = this.#t.length + 2
    this.spacing = 10
    this.#bars.forEach((listener) => listener('reset'))
    this.report()
  }

  /** The newest bar closes, another one opens; at now, the chart follows. */
  grow(): void {
    const last = this.#t[this.#t.length - 1] / this.cycle / MINUTE
    const isAtNow = this.right > this.#t.length - 1
    this.load((this.#t[0] / MINUTE) | 0, (last + 2) * this.cycle)
    if (isAtNow) this.right += 1
    this.report()
  }

  point(bar: number, tick: number | null): void {
    const readout = { pane: 'main', bar, row: null, tick, cell: -1, x: 0, y: 0 } as const
    this.#crosshairs.forEach((listener) => listener(readout))
  }

  leave(): void {
    this.#crosshairs.forEach((listener) => listener(null))
  }

  get times() {
    const t = (position: number) => (this.#t[0] / MINUTE + position * this.cycle) * MINUTE
    return { from: t(this.right - this.width / this.spacing), to: t(this.right) }
  }

  get listeners(): number {
    return this.#ranges.size + this.#crosshairs.size + this.#bars.size
  }
}

const ALL: readonly GroupLink[] = ['crosshair', 'range']
let unlink = () => {}

function link(charts: readonly FakeChart[], links = ALL, group: GroupColour = 'blue'): LinkableChart['controller'][] {
  const controllers = charts.map((chart) => chart.linkable)
  unlink = linkCharts(controllers.map((controller) => ({ controller, group, links: new Set(links) })))
  return controllers
}

beforeEach(() => {
  frame = []
  marks.clear()
  vi.stubGlobal('HTMLElement', FakeElement)
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frame.push(callback))
  vi.stubGlobal('cancelAnimationFrame', () => {})
})
afterEach(() => {
  unlink()
  vi.unstubAllGlobals()
})

describe('linked ranges', () => {
  it('show the times of the chart that is moved', () => {
    const [fast, slow] = [new FakeChart(1, 0, 600), new FakeChart(5, 0, 600)]
    link([fast, slow])
    nextFrame(5)
    fast.move(300, 4)
    nextFrame(5)
    expect(slow.times.from).toBeCloseTo(fast.times.from, 3)
    expect(slow.times.to).toBeCloseTo(fast.times.to, 3)
    slow.move(80, 20)
    nextFrame(5)
    expect(fast.times.from).toBeCloseTo(slow.times.from, 3)
    expect(fast.times.to).toBeCloseTo(slow.times.to, 3)
  })

  it('end after one move of each other chart', () => {
    const charts = [1, 5, 15].map((cycle) => new FakeChart(cycle, 0, 3_000))
    link(charts)
    nextFrame(9)
    charts.forEach((chart) => (chart.moves = 0))
    charts[0].move(2_000, 2)
    nextFrame(30)
    expect(charts.map(({ moves }) => moves)).toEqual([0, 1, 1])
    expect(frame).toHaveLength(0)
  })

  it('keep following the newest bars, each by its own', () => {
    const [fast, slow] = [new FakeChart(1, 0, 600), new FakeChart(5, 0, 600)]
    link([fast, slow])
    nextFrame(9)
    const [moves, right] = [slow.moves, slow.right]
    for (let n = 0; n < 3; n++) {
      fast.grow()
      nextFrame(5)
    }
    expect(slow.moves).toBe(moves)
    slow.grow()
    nextFrame(5)
    expect(slow.right).toBe(right + 1)
    expect(fast.moves).toBe(0)
  })

  it('give a chart with new bars the times of the others, at once', () => {
    const [fast, slow] = [new FakeChart(1, 0, 600), new FakeChart(5, 0, 600)]
    link([fast, slow])
    nextFrame(5)
    fast.move(300, 4)
    nextFrame(5)
    slow.reset(200, 590)
    expect(slow.times.to).toBeCloseTo(fast.times.to, 3)
    nextFrame(5)
    expect(fast.times.to).toBe(300 * MINUTE)
    // The leading chart keeps its times as well.
    const before = fast.times
    fast.reset(100, 600)
    expect(fast.times.from).toBeCloseTo(before.from, 3)
    expect(fast.times.to).toBeCloseTo(before.to, 3)
  })

  it('let the first chart with bars decide', () => {
    const [empty, loaded] = [new FakeChart(1, 0, 0), new FakeChart(5, 0, 600)]
    link([empty, loaded])
    nextFrame(5)
    expect(loaded.moves).toBe(0)
    empty.reset(0, 600)
    expect(empty.times.from).toBeCloseTo(loaded.times.from, 3)
  })

  it('fit charts of another size to the same times', () => {
    const [fast, slow] = [new FakeChart(1, 0, 600), new FakeChart(5, 0, 600)]
    link([fast, slow])
    nextFrame(5)
    fast.move(300, 4)
    nextFrame(5)
    slow.width = 250
    slow.report()
    nextFrame(5)
    expect(slow.times.from).toBeCloseTo(fast.times.from, 3)
    expect(slow.times.to).toBeCloseTo(fast.times.to, 3)
  })

  it('leave charts of other groups and without the link alone', () => {
    const [one, two, three] = [1, 1, 1].map((cycle) => new FakeChart(cycle, 0, 600))
    unlink = linkCharts([
      { controller: one.linkable, group: 'blue', links: new Set(['range']) },
      { controller: two.linkable, group: 'blue', links: new Set(['crosshair']) },
      { controller: three.linkable, group: 'green', links: new Set(['range']) },
    ])
    one.move(100)
    nextFrame(5)
    expect([two.moves, three.moves]).toEqual([0, 0])
  })

  it('end with the function that is returned', () => {
    const charts = [new FakeChart(1, 0, 600), new FakeChart(5, 0, 600)]
    link(charts)
    unlink()
    expect(charts.map(({ listeners }) => listeners)).toEqual([0, 0])
    expect(marks.size).toBe(0)
  })
})

describe('linked crosshairs', () => {
  it('mark time and price in the next frame, the price for the same symbol only', () => {
    const [one, two, three] = [new FakeChart(1, 0, 600), new FakeChart(5, 0, 600), new FakeChart(1, 0, 600)]
    three.symbol = 'B'
    const [, second, third] = link([one, two, three], ['crosshair'])
    one.point(10, 100)
    one.point(20, 123)
    expect(marks.get(second.chart)).toBeNull()
    nextFrame()
    expect(marks.get(second.chart)).toEqual({ t: 20 * MINUTE, tick: 123 })
    expect(marks.get(third.chart)).toEqual({ t: 20 * MINUTE, tick: null })
    expect(frame).toHaveLength(0)
  })

  it('follow the pointer to another chart and disappear when it leaves', () => {
    const [one, two] = [new FakeChart(1, 0, 600), new FakeChart(5, 0, 600)]
    const [first, second] = link([one, two], ['crosshair'])
    one.point(20, 123)
    nextFrame()
    expect(marks.get(first.chart)).toBeNull()
    // Either order of leaving and entering.
    two.point(30, 7)
    one.leave()
    nextFrame()
    expect(marks.get(first.chart)).toEqual({ t: 150 * MINUTE, tick: 7 })
    expect(marks.get(second.chart)).toBeNull()
    two.leave()
    nextFrame()
    expect([...marks.values()]).toEqual([null, null])
  })
})
