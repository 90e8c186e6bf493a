import { compareCutoffs, type Cutoff } from '@flowprint/orderflow'
import type { ChartController } from '../../chart/chart-controller.ts'
import { useActiveChart } from '../../model/active-chart.tsx'
import { useMarket } from '../../model/market-store.ts'
import { useReplay } from '../../model/replay-store.ts'

/** Market time per wall time. */
export const REPLAY_SPEEDS = [1, 2, 5, 10, 30, 60, 100, 300, 1000]

/** The cutoff moves this often while playing. */
const TICK_MS = 250
/** More wall time than this between two moves is not made up: the market's time then passes more slowly. */
const MAX_STEP_MS = 2 * TICK_MS

/** What a replay can show, ms. */
export interface ReplayBounds {
  /** Start of the history. */
  readonly from: number
  /** End of a history without live trades; null: the present. */
  readonly to: number | null
  /** The reader's present is this much before the server's time. */
  readonly delayMs: number
  /** Server time minus this machine's. */
  readonly offsetMs: number
}

type ReplayedChart = Pick<ChartController, 'request' | 'on' | 'chart' | 'scope'>

/** The last moment that a replay can show: a reader's own present. */
export const endOfReplay = ({ to, delayMs, offsetMs }: ReplayBounds, now: number): number =>
  Math.min(to ?? Infinity, now + offsetMs - delayMs)

/** Moves the cutoff of all charts of the page. Only one move is under way: a slow machine or network slows the replay down. */
class ReplayClock {
  readonly #charts = new Set<ReplayedChart>()
  /** Charts that do not show the requested cutoff yet. */
  readonly #waiting = new Set<ReplayedChart>()
  #bounds: ReplayBounds = { from: 0, to: null, delayMs: 0, offsetMs: 0 }
  /** Null: a step, whose cutoff only the chart knows. */
  #target: Cutoff | null = null
  #movedAt = 0
  #isStarting = false
  #pointedBar: number | null = null
  #timer: ReturnType<typeof setInterval> | undefined

  /** Connects a chart; returns the function that disconnects it. Without charts, the replay ends. */
  attach(chart: ReplayedChart): () => void {
    this.#charts.add(chart)
    const { cutoff } = useReplay.getState()
    if (cutoff !== null) this.#send(chart, cutoff)
    const undo = [
      chart.on('replayed', (message) => this.#arrive(chart, message.cutoff)),
      chart.chart.onCrosshair((readout) => {
        this.#pointedBar = readout?.bar ?? null
      }),
      // The others do not wait for a chart that could not load.
      useMarket.of(chart.scope).subscribe(({ phase }) => {
        if (phase === 'failed' && this.#waiting.delete(chart)) this.#settle()
      }),
    ]
    return () => {
      for (const remove of undo) remove()
      this.#charts.delete(chart)
      this.#waiting.delete(chart)
      useMarket.of(chart.scope).setState({ isReplay: false })
      if (this.#charts.size === 0) this.#end()
    }
  }

  start(t: number, bounds: ReplayBounds): void {
    this.#bounds = bounds
    this.pause()
    this.#isStarting = true
    useReplay.setState({ isChoosing: false })
    this.seek(t)
  }

  /** Starts paused at an exact cutoff; charts that are attached later begin with it. */
  startAt(cutoff: Cutoff, bounds: ReplayBounds): void {
    this.#bounds = bounds
    this.pause()
    this.#target = cutoff
    useReplay.setState({ isChoosing: false, cutoff: useReplay.getState().cutoff ?? cutoff, isMoving: true, end: null })
    for (const chart of this.#charts) this.#send(chart, cutoff)
  }

  /** What the replay can show turned out while it runs. */
  setBounds(bounds: ReplayBounds): void {
    this.#bounds = bounds
  }

  get bounds(): ReplayBounds {
    return this.#bounds
  }

  /** Starts of the bar under the crosshair and of the first one on the screen, ms. */
  offered(): { readonly crosshair: number | null; readonly visible: number | null } {
    const chart = this.#activeChart()
    const bars = chart?.chart.bars()
    if (chart === undefined || bars === undefined || bars.length === 0) return { crosshair: null, visible: null }
    const startOf = (bar: number) => (bar >= 0 && bar < bars.length ? Math.floor(bars.t[bar]) : null)
    return {
      crosshair: this.#pointedBar === null ? null : startOf(this.#pointedBar),
      visible: startOf(chart.chart.visibleRange().from),
    }
  }

  /** Back to the live market. */
  stop(): void {
    for (const chart of this.#charts) chart.request({ type: 'replay', cutoff: null })
    this.#end()
  }

  play(direction: 1 | -1): void {
    if (useReplay.getState().cutoff === null) return
    this.#movedAt = performance.now()
    useReplay.setState({ playing: direction, isSlow: false, end: null })
    clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
  }

  pause(): void {
    clearInterval(this.#timer)
    useReplay.setState({ playing: 0, isSlow: false })
  }

  setSpeed(speed: number): void {
    useReplay.setState({ speed, isSlow: false })
  }

  /** Moves to a moment, ms, or as close as the market has been recorded. */
  seek(t: number): void {
    const { from } = this.#bounds
    const last = endOfReplay(this.#bounds, Date.now())
    const moment = Math.round(Math.min(Math.max(t, from), last))
    const end = t >= last ? 'present' : t <= from ? 'beginning' : null
    this.#target = { t: moment, trades: 0 }
    this.#movedAt = performance.now()
    const cutoff = useReplay.getState().cutoff ?? this.#target
    useReplay.setState({ cutoff, isMoving: true, end })
    if (end !== null) this.pause()
    for (const chart of this.#charts) this.#send(chart, this.#target)
  }

  /**
   * Shows a given cutoff, as another page does, or the reader's own present when the cutoff is later. Returns whether it
   * is later. Starts the replay if there is none.
   */
  show(cutoff: Cutoff, bounds: ReplayBounds): boolean {
    this.#bounds = bounds
    const last = Math.round(endOfReplay(bounds, Date.now()))
    const isLater = cutoff.t > last
    const shown = useReplay.getState().cutoff
    if (shown === null) this.#isStarting = true
    if (shown !== null && !isLater && this.#target !== null && compareCutoffs(this.#target, cutoff) === 0) return false
    clearInterval(this.#timer)
    this.#target = isLater ? { t: last, trades: 0 } : cutoff
    useReplay.setState({
      cutoff: shown ?? this.#target,
      playing: 0,
      isMoving: true,
      isSlow: false,
      isChoosing: false,
      end: isLater ? 'present' : null,
    })
    for (const chart of this.#charts) this.#send(chart, this.#target)
    return isLater
  }

  /** Moves on or back by an amount of time, ms. */
  seekBy(ms: number): void {
    const { cutoff } = useReplay.getState()
    if (cutoff !== null) this.seek(cutoff.t + ms)
  }

  /** Steps the active chart; the others follow when it has arrived. */
  step(by: 'trade' | 'bar', direction: 1 | -1): void {
    const chart = this.#activeChart()
    if (chart === undefined || useReplay.getState().cutoff === null) return
    this.pause()
    this.#target = null
    this.#waiting.add(chart)
    useReplay.setState({ isMoving: true, end: null })
    chart.request({ type: 'replayStep', by, direction })
  }

  #activeChart(): ReplayedChart | undefined {
    const charts = [...this.#charts]
    const { scope } = useActiveChart.getState()
    return charts.find((chart) => chart.scope === scope) ?? charts[0]
  }

  #tick(): void {
    const { playing, cutoff, speed, isSlow } = useReplay.getState()
    if (playing === 0 || cutoff === null) return
    const waited = performance.now() - this.#movedAt
    if (this.#waiting.size > 0) {
      if (waited > MAX_STEP_MS && !isSlow) useReplay.setState({ isSlow: true })
      return
    }
    if (isSlow !== waited > MAX_STEP_MS) useReplay.setState({ isSlow: !isSlow })
    this.seek(cutoff.t + playing * Math.max(1, speed * Math.min(waited, MAX_STEP_MS)))
  }

  #send(chart: ReplayedChart, cutoff: Cutoff): void {
    this.#waiting.add(chart)
    chart.request({ type: 'replay', cutoff })
  }

  #arrive(chart: ReplayedChart, cutoff: Cutoff): void {
    const target = this.#target
    if (useReplay.getState().cutoff === null) return
    // An older move; the newest one is still under way.
    if (target !== null && compareCutoffs(cutoff, target) !== 0) return
    this.#waiting.delete(chart)
    const market = useMarket.of(chart.scope)
    if (!market.getState().isReplay) market.setState({ isReplay: true, lagMs: null })
    if (target === null) {
      this.#target = cutoff
      for (const other of this.#charts) if (other !== chart) this.#send(other, cutoff)
    }
    if (this.#isStarting) chart.chart.scrollToNow()
    useReplay.setState({ cutoff })
    this.#settle()
  }

  #settle(): void {
    const isMoving = this.#waiting.size > 0
    if (!isMoving) this.#isStarting = false
    useReplay.setState({ isMoving })
  }

  #end(): void {
    clearInterval(this.#timer)
    for (const { scope } of this.#charts) useMarket.of(scope).setState({ isReplay: false })
    this.#waiting.clear()
    this.#target = null
    useReplay.setState({ cutoff: null, playing: 0, isMoving: false, isSlow: false, end: null })
  }
}

export const replayClock = new ReplayClock()
