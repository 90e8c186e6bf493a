import type { MenuSymbol } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../shared/ui/tag.tsx'
import styles from './symbol-picker.module.css'

interface SymbolOptionProps {
  readonly id: string
  readonly market: MenuSymbol
  readonly active: boolean
  readonly selected: boolean
  readonly onHover: () => void
  readonly onChoose: () => void
}

export function SymbolOption({ id, market, active, selected, onHover, onChoose }: SymbolOptionProps) {
  const { t } = useTranslation()
  const simulated = market.kind === 'simulated'
  return (
    <div id={id} role="option" aria-selected={selected} data-active={active} className={styles.option}
      onPointerMove={onHover} onClick={onChoose}>
      <span className={styles.name}>{market.label}</span>
      <span className={styles.code}>{market.value}</span>
      <span className={styles.labels}>
        {market.side === 'estimated' && <Tag tone="warning">{t('order.picker.estimated')}</Tag>}
        {simulated ? <Tag tone="warning">{t('order.picker.kind.simulated')}</Tag> : <Tag>{t(`order.picker.kind.${market.kind}`)}</Tag>}
        {market.live ? <Tag tone="brand">{t('order.picker.live')}</Tag> : <Tag>{t('order.picker.archive')}</Tag>}
      </span>
    </div>
  )
}
