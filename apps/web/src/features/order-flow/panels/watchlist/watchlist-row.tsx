import type { FeedState, MenuSymbol, Summary } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { formatCompact, formatSigned } from '../../../../shared/format/number.ts'
import { venueName } from '../../model/symbols.ts'
import { DerivativesCells } from './derivatives-cells.tsx'
import styles from './watchlist.module.css'

interface WatchlistRowProps {
  readonly id: string
  readonly symbol: string
  /** Undefined: the market is no longer available. */
  readonly market: MenuSymbol | undefined
  readonly summary: Summary | undefined
  /** A replay: the values of today are hidden. */
  readonly isHidden: boolean
  readonly shown: boolean
  readonly active: boolean
  readonly dragged: boolean
}

type Shown = FeedState | 'none' | 'unknown'

function stateOf(market: MenuSymbol, summary: Summary | undefined): Shown {
  if (!market.live) return 'none'
  return summary?.state ?? 'unknown'
}

const directionOf = (text: string | null | undefined) =>
  !text || /^-?[0.]*$/.test(text) ? undefined : text.startsWith('-') ? 'down' : 'up'
const percent = (text: string) => `${formatSigned(text)}%`

export function WatchlistRow({ id, symbol, market, summary, isHidden, shown, active, dragged }: WatchlistRowProps) {
  const { t } = useTranslation()
  const venue = venueName(symbol.slice(0, symbol.indexOf(':')))
  const state = market && stateOf(market, summary)
  // No data yet: leave space for the numbers; dashes would mean that there are none.
  const waits = market !== undefined && summary === undefined && !isHidden
  const none = waits ? '' : '—'
  return (
    <div
      id={id}
      role="option"
      aria-selected={shown}
      data-symbol={symbol}
      data-active={active}
      data-dragged={dragged}
      data-waits={waits}
      className={styles.row}
    >
      <span className={styles.name}>
        {state && <i className={styles.dot} data-state={state} data-tip={t(`workspace.watchlist.state.${state}`)} />}
        <b>{market?.label ?? symbol}</b>
        {state && <span className="visually-hidden">{t(`workspace.watchlist.state.${state}`)}</span>}
      </span>
      <span className={styles.price}>{summary?.last ?? (market ? none : '')}</span>
      <span className={styles.change} data-direction={directionOf(summary?.change_percent)}>
        {summary?.change_percent ? percent(summary.change_percent) : none}
      </span>
      <span className="text-faint text-xs truncate ps-3">
        {market ? `${venue} · ${t(`order.picker.kind.${market.kind}`)}` : t('workspace.watchlist.gone')}
      </span>
      <span className={styles.volume}>
        <small>{t('workspace.watchlist.volume')}</small> {summary?.volume ? formatCompact(summary.volume) : none}
      </span>
      <span className={styles.delta} data-direction={directionOf(summary?.delta_hour)}>
        <small>Δ1h</small> <span className="visually-hidden">{t('workspace.watchlist.deltaHour')}</span>
        {summary?.delta_hour ? formatSigned(formatCompact(summary.delta_hour)) : none}
      </span>
      <DerivativesCells summary={summary} none={none} directionOf={directionOf} />
      <span className={styles.handle} data-handle="" aria-hidden="true">
        ⋮⋮
      </span>
    </div>
  )
}
