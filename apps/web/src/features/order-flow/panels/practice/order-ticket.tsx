import { decimalUnit, fromUnits } from '@flowprint/orderflow'
import type { InstrumentUnits, PracticeSide } from '@flowprint/orderflow'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '../../../../shared/ui/input.tsx'
import { Segmented } from '../../../../shared/ui/segmented.tsx'
import { Switch } from '../../../../shared/ui/switch.tsx'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { practiceAct } from './practice-store.ts'
import styles from './practice.module.css'
import { EMPTY_TICKET, readTicket, type Ticket, type TicketFault } from './ticket.ts'

interface OrderTicketProps {
  readonly symbol: string
  readonly units: InstrumentUnits
  /** Currency of quantities. */
  readonly unit: string
  readonly lastTick: number | null
  readonly isDisabled: boolean
}

/** Side, type, quantity, price and bracket of a new order. */
export function OrderTicket({ symbol, units, unit, lastTick, isDisabled }: OrderTicketProps) {
  const { t } = useTranslation()
  const [ticket, setTicket] = useState<Ticket>(EMPTY_TICKET)
  const [fault, setFault] = useState<TicketFault | null>(null)
  const change = (part: Partial<Ticket>) => {
    setTicket({ ...ticket, ...part })
    setFault(null)
  }
  const place = async (side: PracticeSide) => {
    const order = readTicket(ticket, side, units, lastTick)
    if (typeof order === 'string') return setFault(order)
    const placed = await practiceAct(symbol, order)
    if (placed === null) return showToast(t('practice.rejected.limit'))
    const { status, reason, filledLots, lots } = placed
    if (status === 'rejected' && (reason === 'flat' || reason === 'liquidity' || reason === 'size')) {
      return showToast(t(`practice.rejected.${reason}`))
    }
    if (status === 'cancelled' && reason === 'liquidity') {
      const lot = decimalUnit(units.lotSize)
      showToast(t('practice.partlyFilled', { filled: fromUnits(filledLots, lot), quantity: fromUnits(lots, lot) }))
    }
  }
  const field = (name: 'quantity' | 'price' | 'stopLoss' | 'target', label: string, isWrong: boolean) => (
    <TicketField
      label={label}
      value={ticket[name]}
      placeholder={name === 'stopLoss' || name === 'target' ? t('practice.ticket.optional') : undefined}
      isWrong={isWrong}
      onChange={(value) => change({ [name]: value })}
    />
  )
  return (
    <form className="flex flex-col gap-2 px-3.5 py-3 border-b border-line" onSubmit={(event) => event.preventDefault()}>
      <Segmented
        label={t('practice.type.name')}
        wide
        value={ticket.type}
        onChange={(type) => change({ type })}
        options={(['market', 'limit', 'stop'] as const).map((value) => ({ value, label: t(`practice.type.${value}`) }))}
      />
      {field('quantity', t('practice.ticket.quantity', { unit }), fault === 'quantity')}
      {ticket.type !== 'market' &&
        field(
          'price',
          t(ticket.type === 'stop' ? 'practice.ticket.trigger' : 'practice.ticket.price'),
          fault === 'tick',
        )}
      <div className="flex items-center justify-between gap-2">
        <span>{t('practice.ticket.reduceOnly')}</span>
        <Switch
          label={t('practice.ticket.reduceOnly')}
          checked={ticket.reduceOnly}
          onChange={(reduceOnly) => change({ reduceOnly })}
        />
      </div>
      {!ticket.reduceOnly && (
        <div className="flex gap-2">
          {field('stopLoss', t('practice.ticket.stopLoss'), fault === 'stopLoss' || fault === 'bracket')}
          {field('target', t('practice.ticket.target'), fault === 'target' || fault === 'bracket')}
        </div>
      )}
      {fault !== null && (
        <p role="alert" className="text-bad">
          {t(`practice.fault.${fault}`, { step: fault === 'quantity' ? units.lotSize : units.tickSize })}
        </p>
      )}
      <div className="flex gap-2">
        {(['buy', 'sell'] as const).map((side) => (
          <button
            key={side}
            type="button"
            className={styles[side]}
            disabled={isDisabled}
            onClick={() => void place(side)}
          >
            {t(`practice.side.${side}`)}
          </button>
        ))}
      </div>
    </form>
  )
}

interface TicketFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly isWrong: boolean
  readonly onChange: (value: string) => void
}

function TicketField({ label, value, placeholder, isWrong, onChange }: TicketFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-1 min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <Input
        id={id}
        className="w-full"
        inputMode="decimal"
        autoComplete="off"
        value={value}
        placeholder={placeholder}
        aria-invalid={isWrong || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
