import type { LessonMoment, LessonView } from '@flowprint/contract'
import { encodeSettings } from '@flowprint/orderflow'
import type { Readout } from '@flowprint/chart'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartController } from '../../chart/chart-controller.ts'
import { useMarket } from '../../model/market-store.ts'
import { useOrder } from '../../model/order-store.ts'
import { formatPrice, textUnits } from '../../model/quantity-text.ts'
import { useReplay } from '../../model/replay-store.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import { encodeView } from '../../model/view-settings.ts'
import { lessonSession, useLesson } from './lesson-session.ts'
import { PointerOverlay } from './pointer-overlay.ts'

/** Where the crosshair is; null outside the loaded bars. */
export function pointerOf(controller: ChartController, readout: Readout | null): LessonMoment['pointer'] {
  const bars = controller.chart.bars()
  const { meta } = useMarket.of(controller.scope).getState()
  if (readout === null || meta === null || readout.bar < 0 || readout.bar >= bars.length) return null
  const { tick } = readout
  return {
    t: Math.floor(bars.t[readout.bar]),
    price: tick === null ? null : formatPrice(Math.round(tick), textUnits(meta.units)),
  }
}

/** Sends what the leader sees while the chart is on the page. */
function lead(controller: ChartController): () => void {
  const { scope, chart } = controller
  let pointer: LessonMoment['pointer'] = null
  const publish = () => {
    const { applied } = useOrder.of(scope).getState()
    if (applied === null) return
    const { indicators, view } = useChartSettings.of(scope).getState()
    const { cutoff, playing, speed } = useReplay.getState()
    const { symbol, cycle, precision } = applied
    const shown: LessonView = { symbol, cycle, precision, settings: encodeSettings(indicators), view: encodeView(view) }
    // At the newest bars followers stay there too, whatever fits their screens.
    const range = chart.visibleRange().atNow ? null : controller.visibleTimes()
    lessonSession.publish(shown, { cutoff, playing, speed, range, pointer })
  }
  const undo = [
    useOrder.of(scope).subscribe(publish),
    useChartSettings.of(scope).subscribe(publish),
    useReplay.subscribe(publish),
    chart.onVisibleRange(publish),
    chart.onCrosshair((readout) => {
      pointer = pointerOf(controller, readout)
      publish()
    }),
  ]
  publish()
  return () => {
    for (const remove of undo) remove()
  }
}

/** Shows the leader's visible range and crosshair. */
function FollowedChart({ controller }: { readonly controller: ChartController }) {
  const { t } = useTranslation()
  const { moment, view } = useLesson()
  const label = t('replay.lessons.leader')
  const [overlay, setOverlay] = useState<PointerOverlay | null>(null)
  useEffect(() => {
    const added = new PointerOverlay(label)
    setOverlay(added)
    return controller.chart.addOverlay(added)
  }, [controller, label])

  const pointer = moment?.pointer ?? null
  const isShown = useOrder(({ applied }) => applied?.symbol === view?.symbol)
  useEffect(() => {
    overlay?.set(isShown ? pointer : null)
    // The position, for browser tests.
    const { element } = controller.scope
    if (element) element.dataset.leader = pointer === null || !isShown ? '' : `${pointer.t} ${pointer.price ?? ''}`
    controller.chart.repaintOverlays()
    return () => {
      if (element) delete element.dataset.leader
    }
  }, [overlay, pointer, isShown, controller])

  const range = moment?.range ?? null
  const ready = useMarket(({ phase, meta }) => phase === 'ready' && meta?.symbol === view?.symbol)
  const key = range === null ? '' : `${range.from} ${range.to}`
  const showRange = useEffectEvent(() => {
    if (range === null) controller.chart.scrollToNow()
    else controller.showRange(range.from, range.to)
  })
  useEffect(() => {
    if (ready && moment !== null) showRange()
    // Only another range moves the chart.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ready, key, moment === null, controller])
  return null
}

/** A chart's part in the lesson of the page. */
export function LessonChart({ controller }: { readonly controller: ChartController }) {
  const role = useLesson((state) => state.role)
  const isFollowing = useLesson((state) => state.isFollowing)
  useEffect(() => (role === 'leading' ? lead(controller) : undefined), [role, controller])
  return role === 'following' && isFollowing ? <FollowedChart controller={controller} /> : null
}
