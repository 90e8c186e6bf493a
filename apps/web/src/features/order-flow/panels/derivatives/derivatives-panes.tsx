import type { MenuSymbol } from '@flowprint/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartController } from '../../chart/chart-controller.ts'
import { currenciesOf } from '../../model/menus.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import { DerivativesView } from './derivatives-view.ts'
import { paneTexts } from './pane-texts.ts'

/** Keeps the panes and marks of the chart in step with settings, language and market. Draws on the chart only. */
export function DerivativesPanes({ market, controller }: { market: MenuSymbol; controller: ChartController }) {
  const { t } = useTranslation()
  const panes = useChartSettings(({ view }) => view.panes)
  const marks = useChartSettings(({ view }) => view.layers.liquidationMarks)
  const { base, quote } = currenciesOf(market)
  const texts = paneTexts(controller.scope, t, {
    quantity: market.qty_unit === 'contract' ? t('tape.contracts') : base,
    value: quote,
  })
  const first = useRef({ texts, panes, marks, tickSize: market.tick_size })
  const view = useRef<DerivativesView | null>(null)

  useEffect(() => {
    const made = new DerivativesView(controller, first.current)
    view.current = made
    return () => {
      made.dispose()
      view.current = null
    }
  }, [controller])

  const { tick_size: tickSize } = market
  useEffect(() => view.current?.show({ texts, panes, marks, tickSize }), [texts, panes, marks, tickSize])
  return null
}
