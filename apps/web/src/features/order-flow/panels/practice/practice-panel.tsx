import type { MenuSymbol } from '@flowprint/contract'
import { practiceMoneyText, practicePriceText } from '@flowprint/orderflow'
import type { InstrumentUnits, PracticeState } from '@flowprint/orderflow'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSigned, groupDigits } from '../../../../shared/format/number.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { Callout } from '../../../../shared/ui/callout.tsx'
import { Tag } from '../../../../shared/ui/tag.tsx'
import { currenciesOf } from '../../model/menus.ts'
import { formatLots, textUnits } from '../../model/quantity-text.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { PanelHead, PanelMessage } from '../../ui/panel-parts.tsx'
import frame from '../../ui/panel.module.css'
import { CostFields } from './cost-fields.tsx'
import { Facts } from './facts.tsx'
import { OrderTicket } from './order-ticket.tsx'
import { OrderList } from './order-list.tsx'
import { closePosition, usePractice } from './practice-store.ts'
import { PracticeStatistics } from './practice-statistics.tsx'

/** Practice orders against the replay: ticket, position, orders, round trips and statistics. */
export function PracticePanel({ market }: { market: MenuSymbol | undefined }) {
  const { t } = useTranslation()
  const { replay, state } = usePractice()
  return (
    <aside className={frame.panel} aria-label={t('practice.label')}>
      <PanelHead>
        <h2 className="text-m font-semibold flex items-center gap-1.5">
          {t('practice.title')}
          <Tag tone="warning">{t('practice.label')}</Tag>
        </h2>
      </PanelHead>
      {market?.qty_unit === 'contract' ? (
        <PanelMessage role="status">{t('practice.inverse')}</PanelMessage>
      ) : !market || !replay || !state || replay.symbol !== market.value ? (
        <PanelMessage role="status">{t('practice.noReplay')}</PanelMessage>
      ) : (
        <PracticeSections market={market} units={replay.units} state={state} />
      )}
    </aside>
  )
}

interface SectionsProps {
  readonly market: MenuSymbol
  readonly units: InstrumentUnits
  readonly state: PracticeState
}

/** The content of the panel for one state of a session. */
export function PracticeSections({ market, units, state }: SectionsProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="min-h-0 overflow-auto overscroll-contain">
      {state.laterActions > 0 && (
        <Callout tone="warning" role="status">
          {t('practice.later', { count: state.laterActions })}
        </Callout>
      )}
      <OrderTicket units={units} unit={currenciesOf(market).base} lastTick={state.lastTick} />
      <PositionSection units={units} state={state} currency={currenciesOf(market).quote} />
      <PracticeSection title={t('practice.orders.title')}>
        <OrderList orders={state.working} units={units} />
      </PracticeSection>
      <PracticeSection title={t('practice.trips.title')}>
        <TripTable units={units} state={state} />
        <Button variant="outlined" onClick={() => setOpen(true)}>
          {t('practice.statistics.open')}
        </Button>
      </PracticeSection>
      <PracticeSection title={t('practice.fees.title')}>
        <CostFields />
      </PracticeSection>
      <PracticeSection title={t('practice.assumption.title')}>
        <p className="text-muted leading-5">{t('practice.assumption.text')}</p>
      </PracticeSection>
      {isOpen && <PracticeStatistics market={market} units={units} state={state} onClose={() => setOpen(false)} />}
    </div>
  )
}

function PracticeSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 px-3.5 py-3 border-b border-line" aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}

interface PositionProps {
  readonly units: InstrumentUnits
  readonly state: PracticeState
  readonly currency: string
}

function PositionSection({ units, state, currency }: PositionProps) {
  const { t } = useTranslation()
  const { size, entryTick, realised, unrealised, fees, net } = state
  const money = (value: Parameters<typeof practiceMoneyText>[0]) =>
    `${formatSigned(practiceMoneyText(value, units))} ${currency}`
  return (
    <PracticeSection title={t('practice.position.title')}>
      {entryTick === null ? (
        <p className="text-muted">{t('practice.position.none')}</p>
      ) : (
        <p className="flex items-center justify-between gap-2">
          <span>
            {t(size > 0 ? 'practice.side.long' : 'practice.side.short')}{' '}
            {groupDigits(formatLots(Math.abs(size), textUnits(units)))} · {t('practice.position.entry')}{' '}
            {practicePriceText(entryTick, units.tickSize)}
          </span>
          <Button variant="outlined" onClick={closePosition}>
            {t('practice.position.close')}
          </Button>
        </p>
      )}
      <Facts
        facts={[
          [t('practice.position.unrealised'), money(unrealised)],
          [t('practice.position.realised'), money(realised)],
          [t('practice.position.fees'), `${practiceMoneyText(fees, units)} ${currency}`],
          [t('practice.position.net'), money(net)],
        ]}
      />
    </PracticeSection>
  )
}

function TripTable({ units, state }: { units: InstrumentUnits; state: PracticeState }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  if (state.trips.length === 0) return <p className="text-muted">{t('practice.trips.none')}</p>
  const numbered = state.trips.map((trip, i) => ({ trip, number: i + 1 }))
  return (
    <table className="w-full">
      <thead>
        <tr>
          {(['side', 'quantity', 'entry', 'exit', 'net'] as const).map((name) => (
            <th key={name} scope="col" className="text-start text-muted font-normal">
              {t(`practice.trips.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {numbered.toReversed().map(({ trip, number }) => (
          <tr key={number}>
            <td>{t(`practice.side.${trip.side}`)}</td>
            <td>{groupDigits(formatLots(trip.lots, textUnits(units)))}</td>
            <td data-tip={time.moment(trip.entryTime)}>{practicePriceText(trip.entryTick, units.tickSize)}</td>
            <td data-tip={time.moment(trip.exitTime)}>{practicePriceText(trip.exitTick, units.tickSize)}</td>
            <td>{formatSigned(practiceMoneyText(trip.net, units))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
