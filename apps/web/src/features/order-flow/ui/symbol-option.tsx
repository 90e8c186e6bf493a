import type { FeedState, MenuSymbol } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../shared/ui/tag.tsx'
import { venueName } from '../model/venues.ts'
import styles from './symbol-picker.module.css'

interface SymbolOptionProps {
  readonly id: string
  readonly market: MenuSymbol
  readonly active: boolean
  readonly selected: boolean
  /** State of its feed; undefined when unknown or without one. */
  readonly state: FeedState | undefined
  readonly onHover: () => void
  readonly onChoose: () => void
}

export function SymbolOption({ id, market, active, selected, state, onHover, onChoose }: SymbolOptionProps) {
  const { t } = useTranslation()
  const simulated = market.kind === 'simulated'
  const venue = venueName(market.exchange)
  return (
    <div
      id={id}
      role="option"
      aria-selected={selected}
      data-active={active}
      className={styles.option}
      onPointerMove={onHover}
      onClick={onChoose}
    >
      <span className={styles.name}>{market.label}</span>
      <span className={styles.code}>{venue === market.exchange ? market.value : `${venue} · ${market.value}`}</span>
      <span className={styles.labels}>
        {market.side === 'estimated' && <Tag tone="warning">{t('order.picker.estimated')}</Tag>}
        {simulated ? (
          <Tag tone="warning">{t('order.picker.kind.simulated')}</Tag>
        ) : (
          <Tag>{t(`order.picker.kind.${market.kind}`)}</Tag>
        )}
        {!market.live && <Tag>{t('order.picker.archive')}</Tag>}
        {market.live && (
          <Tag tone="brand">
            <i className={styles.dot} data-state={state} />
            {t(state && state !== 'live' ? `status.data.${state}` : 'order.picker.live')}
          </Tag>
        )}
      </span>
    </div>
  )
}
