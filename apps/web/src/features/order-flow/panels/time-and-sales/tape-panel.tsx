import type { MenuSymbol } from '@flowprint/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../../model/chart-scope.ts'
import { Tag } from '../../../../shared/ui/tag.tsx'
import { dataState, useMarketClock } from '../../model/market-store.ts'
import { currenciesOf } from '../../model/menus.ts'
import { useOrder } from '../../model/order-store.ts'
import { stepOf } from '../../model/precision.ts'
import { textUnits } from '../../model/quantity-text.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import frame from '../../ui/panel.module.css'
import { minSizeOf, sizeUnit, TapeFilter } from './tape-filter.tsx'
import { TapeList } from './tape-list.tsx'
import { NO_TAPE, filterKey, useTape, useTapePreferences } from './tape-store.ts'
import { FoldButton, PanelHead } from '../../ui/panel-parts.tsx'

/** Time and sales of the shown market, next to the chart; a bottom sheet on a phone. */
export function TapePanel({ market }: { market: MenuSymbol | undefined }) {
  return market && <TapeOfMarket market={market} />
}

function TapeOfMarket({ market }: { market: MenuSymbol }) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const time = useTimeFormat()
  const precision = useOrder(({ applied }) => applied?.precision)
  const unit = useChartSettings((state) => state.view.unit)
  const { merge, filters } = useTapePreferences()
  const { value: symbol, tick_size: tickSize, lot_size: lotSize } = market
  const currencies = currenciesOf(market)
  const base = market.qty_unit === 'contract' ? t('tape.contracts') : currencies.base
  const decimals = sizeUnit(unit, tickSize, lotSize)
  const typed = filters[filterKey(symbol, unit)] ?? ''

  useEffect(() => {
    const atLeast = minSizeOf(typed, sizeUnit(unit, tickSize, lotSize)) ?? 0
    const before = useTape.of(scope).getState().query
    // Do not show the previous market's rows under this one's name.
    useTape
      .of(scope)
      .setState({ query: { symbol, merge, unit, atLeast }, ...(before?.symbol === symbol ? {} : NO_TAPE) })
  }, [symbol, merge, unit, typed, tickSize, lotSize, scope])
  useEffect(() => () => useTape.of(scope).setState({ query: null, ...NO_TAPE }), [scope])

  return (
    <aside className={frame.panel} aria-label={t('tape.title')}>
      <PanelHead>
        <h2 className="text-m font-semibold flex items-center gap-1.5">
          {t('tape.title')}
          {market.kind === 'simulated' && <Tag tone="warning">{t('common.simulated')}</Tag>}
          <TapeState />
        </h2>
        <FoldButton part="tape" />
      </PanelHead>
      <TapeFilter
        key={filterKey(symbol, unit)}
        symbol={symbol}
        unit={unit}
        decimals={decimals}
        unitName={unit === 'base' ? base : currencies.quote}
      />
      <TapeList
        key={symbol}
        label={t('timeAndSales.rows', { symbol: market.label })}
        unit={unit}
        units={textUnits({ tickSize, lotSize })}
        step={stepOf(precision ?? '', tickSize) ?? 1}
        base={base}
        quote={currencies.quote}
        clock={time.clock}
      />
    </aside>
  )
}

/** Warns when the tape is delayed, silent or disconnected; otherwise renders nothing. */
export function TapeState() {
  const { t } = useTranslation()
  const { now, market } = useMarketClock()
  if (market.phase !== 'ready' && market.phase !== 'empty') return null
  if (market.meta?.live && (market.connection === 'offline' || market.connection === 'reconnecting')) {
    return <Tag tone="warning">{t(`status.connection.${market.connection}`)}</Tag>
  }
  const state = dataState(market, now + market.offsetMs)
  if (state !== 'stale' && state !== 'delayed' && state !== 'repairing') return null
  return <Tag tone="warning">{t(`status.data.${state}`)}</Tag>
}
