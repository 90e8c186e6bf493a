import type { InstrumentUnits, PracticeOrder, Ticks } from '@flowprint/orderflow'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { groupDigits } from '../../../../shared/format/number.ts'
import { IconButton } from '../../../../shared/ui/button.tsx'
import { formatLots, formatPrice, textUnits } from '../../model/quantity-text.ts'
import { practiceAct } from './practice-store.ts'
import styles from './practice.module.css'

interface OrderListProps {
  readonly symbol: string
  readonly orders: readonly PracticeOrder[]
  readonly units: InstrumentUnits
}

/** The working orders; arrow keys move the price of the focused one, as dragging its line does. */
export function OrderList({ symbol, orders, units }: OrderListProps) {
  const { t } = useTranslation()
  if (orders.length === 0) return <p className="text-muted">{t('practice.orders.none')}</p>
  return (
    <ul className="flex flex-col gap-1">
      {orders.map((order) => (
        <OrderRow key={order.id} symbol={symbol} order={order} units={units} />
      ))}
    </ul>
  )
}

/** Exits of a bracket are named by what they do. */
function nameOf({ type, bracketOf }: PracticeOrder) {
  if (bracketOf === null) return `type.${type}` as const
  return type === 'stop' ? 'ticket.stopLoss' : 'ticket.target'
}

/** Ticks by which a key moves a price; 0 for every other key. */
export function ticksOfKey({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Ticks {
  const by = shiftKey ? 10 : 1
  return key === 'ArrowUp' ? by : key === 'ArrowDown' ? -by : 0
}

interface OrderRowProps {
  readonly symbol: string
  readonly order: PracticeOrder
  readonly units: InstrumentUnits
}

function OrderRow({ symbol, order, units }: OrderRowProps) {
  const { t } = useTranslation()
  const { id, side, tick, lots, filledLots, isTriggered } = order
  const text = textUnits(units)
  const quantity = groupDigits(formatLots(lots, text))
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ticksOfKey(event)
    if (by === 0 || tick === null) return
    event.preventDefault()
    event.stopPropagation()
    void practiceAct(symbol, { kind: 'move', order: id, tick: tick + by })
  }
  return (
    <li className="flex items-center gap-2">
      <span className="flex-1 min-w-0">
        {t(`practice.side.${side}`)} · {t(`practice.${nameOf(order)}`)} ·{' '}
        {filledLots > 0
          ? t('practice.orders.filled', { filled: groupDigits(formatLots(filledLots, text)), quantity })
          : quantity}
      </span>
      {tick === null || isTriggered ? (
        <span className="text-muted">{t('practice.orders.waiting')}</span>
      ) : (
        <span
          role="spinbutton"
          tabIndex={0}
          aria-label={t('practice.orders.price', { id })}
          className={styles.price}
          aria-valuenow={tick}
          aria-valuetext={formatPrice(tick, text)}
          data-tip={t('practice.orders.price', { id })}
          onKeyDown={onKeyDown}
        >
          {formatPrice(tick, text)}
        </span>
      )}
      <IconButton
        icon="close"
        label={t('practice.orders.cancel', { id })}
        onClick={() => void practiceAct(symbol, { kind: 'cancel', order: id })}
      />
    </li>
  )
}
