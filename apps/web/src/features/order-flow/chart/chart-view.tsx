import type { MenuSymbol } from '@flowprint/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../model/chart-scope.ts'
import { unitNameOf } from '../model/menus.ts'
import { useChartSettings } from '../model/settings-store.ts'
import { useOrder } from '../model/order-store.ts'
import { ChartController } from './chart-controller.ts'
import { chartFormat } from './chart-format.ts'
import styles from './chart-view.module.css'
import { useTimeFormat } from '../model/time-zone.ts'

interface ChartViewProps {
  readonly market: MenuSymbol
  /** Called when the chart is created, and when it is destroyed. */
  readonly onController: (controller: ChartController | null) => void
}

/** The chart. It is created once; selection, texts and times are updated as they change. */
export function ChartView({ market, onController }: ChartViewProps) {
  const { t } = useTranslation()
  const scope = useChartScope()
  const container = useRef<HTMLDivElement>(null)
  const controller = useRef<ChartController | null>(null)
  const time = useTimeFormat()
  const applied = useOrder((state) => state.applied)
  const unit = useChartSettings((state) => state.view.unit)
  const format = chartFormat(t, time, unitNameOf(market, unit))
  const firstFormat = useRef(format)

  const report = useEffectEvent(onController)
  useEffect(() => {
    if (!container.current) return
    const made = new ChartController(scope, container.current, firstFormat.current)
    controller.current = made
    report(made)
    return () => {
      made.dispose()
      controller.current = null
      report(null)
    }
  }, [scope])

  useEffect(() => controller.current?.chart.setFormat(format), [format])

  const { tick_size: tickSize, lot_size: lotSize, live } = market
  useEffect(() => {
    if (!applied) return
    const settings = useChartSettings.of(scope).getState().indicators
    controller.current?.open({ ...applied, units: { tickSize, lotSize }, settings, live })
    // Which feed follows the market may change while the chart is open; that alone is no reason to reload.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [applied, tickSize, lotSize])

  const label = applied ? t('chart.label', { ...applied }) : ''
  useEffect(() => controller.current?.setLabel(label), [label])

  return <div ref={container} className={styles.chart} data-chart="" />
}
