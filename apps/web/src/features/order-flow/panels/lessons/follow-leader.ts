import type { LessonMoment, LessonView } from '@flowprint/contract'
import type { Cutoff } from '@flowprint/orderflow'
import type { ChartScope } from '../../model/chart-scope.ts'
import { useMarket } from '../../model/market-store.ts'
import { useOrder } from '../../model/order-store.ts'
import { isReplaying, useReplay } from '../../model/replay-store.ts'
import { sameSelection, type Selection } from '../../model/selection.ts'
import { useChartSettings } from '../../model/settings-store.ts'

/** What a replay can show, ms. */
interface ReplayBounds {
  readonly from: number
  readonly to: number | null
  readonly delayMs: number
  readonly offsetMs: number
}

/** The replay of the page, which the leader moves. */
export interface LessonReplay {
  readonly bounds: ReplayBounds
  /** Shows a cutoff, or the reader's present when it is later. Returns whether it is later. */
  show(cutoff: Cutoff, bounds: ReplayBounds): boolean
  stop(): void
}

/** True while the page moves as the leader does: other moves are the follower's own. */
let isApplying = false

/** What this reader may see; null until a chart has said so. */
function boundsOf(scope: ChartScope, replay: LessonReplay): ReplayBounds | null {
  if (isReplaying(useReplay.getState())) return replay.bounds
  const { meta, offsetMs } = useMarket.of(scope).getState()
  // The leader's cutoff is within the history; only this reader's delay can forbid it.
  return meta === null ? null : { from: 0, to: null, delayMs: meta.delayMs ?? 0, offsetMs }
}

/**
 * Shows the leader's cutoff, or the live market. Nothing later than the cutoff is requested: between two states the
 * replay waits. Returns whether the cutoff is later than this reader's present; null: it is not known yet what that is.
 */
export function showMoment(scope: ChartScope, replay: LessonReplay, { cutoff }: LessonMoment): boolean | null {
  const bounds = boundsOf(scope, replay)
  if (bounds === null) return null
  isApplying = true
  try {
    if (cutoff !== null) return replay.show(cutoff, bounds)
    if (isReplaying(useReplay.getState())) replay.stop()
    return false
  } finally {
    isApplying = false
  }
}

/** Shows the leader's market and settings as a link does, without keeping them on this device. */
export function showView(scope: ChartScope, view: LessonView, address: (selection: Selection) => void): void {
  const { symbol, cycle, precision, settings, view: shown } = view
  const selection = { symbol, cycle, precision }
  useChartSettings.of(scope).getState().adoptLink({ settings, view: shown })
  if (!sameSelection(useOrder.of(scope).getState().applied, selection)) address(selection)
}

/** Calls the listener when the follower moves the replay or leaves the leader's market. Returns the unsubscribe function. */
export function onOwnMove(scope: ChartScope, viewOf: () => LessonView | null, listener: () => void): () => void {
  const undo = [
    useReplay.subscribe((now, before) => {
      if (isApplying) return
      const starts = now.playing !== 0 || (now.isMoving && !before.isMoving)
      if (starts || (now.cutoff === null && before.cutoff !== null)) listener()
    }),
    useOrder.of(scope).subscribe(({ applied }, before) => {
      const view = viewOf()
      if (view !== null && sameSelection(before.applied, view) && !sameSelection(applied, view)) listener()
    }),
  ]
  return () => {
    for (const remove of undo) remove()
  }
}
