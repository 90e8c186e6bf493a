import { LinkedCrosshair, LinkedRange } from '@flowprint/chart/links'
import type { Readout } from '@flowprint/chart'
import type { GroupColour, GroupLink } from '@flowprint/contract'
import type { ChartController } from '../chart/chart-controller.ts'

export interface LinkableChart {
  readonly controller: Pick<ChartController, 'chart' | 'scope' | 'symbol' | 'on'>
  readonly group: GroupColour
  /** What the chart's group links. */
  readonly links: ReadonlySet<GroupLink>
}

/**
 * Links crosshairs and ranges of the charts that share a group. Nothing of it renders in React, and each chart is
 * changed at most once per frame. Returns a function that ends the links.
 */
export function linkCharts(charts: readonly LinkableChart[]): () => void {
  const undo: (() => void)[] = []
  for (const group of new Set(charts.map((chart) => chart.group))) {
    const inGroup = charts.filter((chart) => chart.group === group)
    const withLink = (link: GroupLink) =>
      inGroup.filter(({ links }) => links.has(link)).map((chart) => chart.controller)
    for (const [link, start] of [
      ['crosshair', linkCrosshairs],
      ['range', linkRanges],
    ] as const) {
      const linked = withLink(link)
      if (linked.length > 1) undo.push(start(linked))
    }
  }
  return () => undo.forEach((stop) => stop())
}

type Controller = LinkableChart['controller']

/** Charts of the same symbol also mark the price: ticks of others differ. */
function linkCrosshairs(controllers: readonly Controller[]): () => void {
  const crosshairs = controllers.flatMap((controller) => {
    const element = controller.scope.element?.firstElementChild
    return element instanceof HTMLElement
      ? [{ controller, crosshair: new LinkedCrosshair(controller.chart, element) }]
      : []
  })
  /** The chart under the pointer and what it reports; null when the pointer left. */
  let pointed: { readonly controller: Controller; readonly t: number; readonly tick: number | null } | null = null
  let frame = 0
  const update = () => {
    frame = 0
    for (const { controller, crosshair } of crosshairs) {
      if (pointed === null || controller === pointed.controller) crosshair.show(null)
      else crosshair.show({ t: pointed.t, tick: controller.symbol === pointed.controller.symbol ? pointed.tick : null })
    }
  }
  const point = (controller: Controller, readout: Readout | null) => {
    // The pointer may be on another chart before this one reports that it left.
    if (readout === null && pointed?.controller !== controller) return
    pointed = readout && { controller, t: controller.chart.bars().t[readout.bar], tick: readout.tick }
    if (frame === 0) frame = requestAnimationFrame(update)
  }
  const remove = controllers.map((controller) => controller.chart.onCrosshair((readout) => point(controller, readout)))
  return () => {
    cancelAnimationFrame(frame)
    for (const stop of remove) stop()
    for (const { crosshair } of crosshairs) crosshair.destroy()
  }
}

/** When a chart last led, for links that start again: counts up. */
const ledAt = new WeakMap<Controller, number>()
let leads = 0

/**
 * The chart that was moved last leads: the others show its times. Live scrolling moves each chart by its own bars; only
 * moves of the user, or of a call, are passed on.
 */
function linkRanges(controllers: readonly Controller[]): () => void {
  let leader: Controller | null = null
  const ranges = new Map(
    controllers.map((controller) => [
      controller,
      new LinkedRange(controller.chart, (change) => {
        if (change === 'moved') lead(controller)
        if (controller === leader) follow()
        else show(controller)
      }),
    ]),
  )
  const rangeOf = (controller: Controller) => ranges.get(controller)!
  const lead = (controller: Controller) => {
    leader = controller
    ledAt.set(controller, (leads += 1))
  }
  const show = (controller: Controller) => {
    const times = leader === null ? null : rangeOf(leader).times()
    if (times !== null) rangeOf(controller).show(times)
  }
  const follow = () => {
    for (const controller of controllers) if (controller !== leader) show(controller)
  }
  /** Replaced bars show the times before; the first ones of the group decide. */
  const replace = (controller: Controller) => {
    if (leader === null) lead(controller)
    const leading = rangeOf(leader ?? controller)
    rangeOf(controller).replaced(controller === leader ? leading.lastTimes : leading.times())
  }

  const [first] = controllers
    .filter((controller) => rangeOf(controller).times() !== null)
    .toSorted((a, b) => (ledAt.get(b) ?? 0) - (ledAt.get(a) ?? 0))
  if (first !== undefined) {
    leader = first
    follow()
  }
  const stop = controllers.map((controller) =>
    controller.on('bars', (kind) => {
      if (kind === 'reset' && controller.chart.bars().length > 0) replace(controller)
    }),
  )
  return () => {
    for (const end of stop) end()
    for (const range of ranges.values()) range.destroy()
  }
}
