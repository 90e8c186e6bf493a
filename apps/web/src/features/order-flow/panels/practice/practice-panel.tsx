import type { MenuSymbol } from '@flowprint/contract'
import { OrderflowError, practiceMoneyText, practicePriceText } from '@flowprint/orderflow'
import type { InstrumentUnits, PracticeState } from '@flowprint/orderflow'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSigned, groupDigits } from '../../../../shared/format/number.ts'
import { Button, IconButton } from '../../../../shared/ui/button.tsx'
import { Callout } from '../../../../shared/ui/callout.tsx'
import { Tag } from '../../../../shared/ui/tag.tsx'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { useLayout } from '../../model/layout-store.ts'
import { currenciesOf } from '../../model/menus.ts'
import { formatLots, textUnits } from '../../model/quantity-text.ts'
import { chooseReplay, isReplaying, requestMoment, useReplay } from '../../model/replay-store.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { PanelHead, PanelMessage } from '../../ui/panel-parts.tsx'
import frame from '../../ui/panel.module.css'
import { CostFields } from './cost-fields.tsx'
import { Facts } from './facts.tsx'
import { OrderTicket } from './order-ticket.tsx'
import { OrderList } from './order-list.tsx'
import { decodePracticeFile, PracticeFileSymbol } from './practice-file.ts'
import { saveJournal, saveTrips } from './practice-files.ts'
import type { PracticeView } from './practice-run.ts'
import {
  closePosition,
  hasActions,
  journalOf,
  openPractice,
  type PracticeMarket,
  retryPractice,
  startPractice,
  usePractice,
} from './practice-store.ts'
import { StatisticsList } from './practice-statistics.tsx'
import styles from './practice.module.css'

const marketOf = ({ value, tick_size, lot_size, depth }: MenuSymbol): PracticeMarket => ({
  symbol: value,
  units: { tickSize: tick_size, lotSize: lot_size },
  hasBook: depth !== 'off',
})

/** Practice orders against the replay: ticket, position, orders, round trips and statistics. A bottom sheet on a phone. */
export function PracticePanel({ market }: { market: MenuSymbol | undefined }) {
  const { t } = useTranslation()
  const fold = useLayout((state) => state.fold)
  return (
    <aside className={`${frame.panel} ${styles.panel}`} aria-label={t('practice.title')}>
      <PanelHead>
        <h2 className="text-m font-semibold flex items-center gap-1.5">
          {t('practice.title')}
          <Tag tone="warning">{t('practice.notReal')}</Tag>
        </h2>
        <IconButton icon="close" label={t('common.close')} onClick={() => fold('practice', false)} />
      </PanelHead>
      {market?.qty_unit === 'contract' ? (
        <PanelMessage role="status">{t('practice.inverse')}</PanelMessage>
      ) : (
        market && <PracticeOfMarket key={market.value} market={market} />
      )}
    </aside>
  )
}

function PracticeOfMarket({ market }: { market: MenuSymbol }) {
  const { t } = useTranslation()
  const isRunning = useReplay(isReplaying)
  const isMoving = useReplay((state) => state.isMoving)
  const view = usePractice(({ views }) => views[market.value])
  const isConnected = usePractice(({ connected }) => connected.has(market.value))
  const isMissing = view === undefined
  // Without actions, a session can begin anywhere.
  const isElsewhere = view?.phase === 'before' && !hasActions(view)
  useEffect(() => {
    if (isConnected && isRunning && !isMoving && (isMissing || isElsewhere)) startPractice(marketOf(market))
  }, [isConnected, isRunning, isMoving, isMissing, isElsewhere, market])

  if (!isRunning) {
    return (
      <PanelMessage role="status">
        <p>{t('practice.noReplay')}</p>
        <Button variant="primary" onClick={chooseReplay}>
          {t('practice.startReplay')}
        </Button>
      </PanelMessage>
    )
  }
  if (view === undefined) return <PanelMessage role="status">{t('practice.starting')}</PanelMessage>
  return <PracticeSections market={market} view={view} />
}

interface SectionsProps {
  readonly market: MenuSymbol
  readonly view: PracticeView
}

/** The content of the panel for one state of a session. */
export function PracticeSections({ market, view }: SectionsProps) {
  const { t } = useTranslation()
  const { symbol, units, state, phase, isBookKnown } = view
  const currency = currenciesOf(market).quote
  return (
    <div className="min-h-0 overflow-auto overscroll-contain">
      <PhaseNote market={market} view={view} />
      {state.laterActions > 0 && phase !== 'before' && (
        <Callout tone="warning" role="status">
          {t('practice.later', { count: state.laterActions })}
        </Callout>
      )}
      <OrderTicket
        symbol={symbol}
        units={units}
        unit={currenciesOf(market).base}
        lastTick={state.lastTick}
        isDisabled={phase !== 'ready'}
      />
      <PositionSection symbol={symbol} units={units} state={state} currency={currency} isDisabled={phase !== 'ready'} />
      <PracticeSection title={t('practice.orders.title')}>
        <OrderList symbol={symbol} orders={state.working} units={units} />
      </PracticeSection>
      <PracticeSection title={t('practice.trips.title')}>
        <TripTable units={units} state={state} />
      </PracticeSection>
      <PracticeSection title={t('practice.statistics.title')}>
        <StatisticsList units={units} state={state} currency={currency} />
        <span>
          <Button variant="outlined" disabled={state.trips.length === 0} onClick={() => saveTrips(view)}>
            {t('practice.statistics.csv')}
          </Button>
        </span>
      </PracticeSection>
      <PracticeSection title={t('practice.fees.title')}>
        <CostFields symbol={symbol} />
      </PracticeSection>
      <PracticeSection title={t('practice.assumption.title')}>
        <p>
          {t(
            `practice.assumption.${market.depth === 'off' ? 'never' : isBookKnown === null ? 'open' : isBookKnown ? 'known' : 'unknown'}`,
          )}
        </p>
        <p className="text-muted leading-5">{t('practice.assumption.text')}</p>
      </PracticeSection>
      <PracticeSection title={t('practice.file.title')}>
        <SessionFile market={market} view={view} />
      </PracticeSection>
    </div>
  )
}

/** Why no orders can be placed at this moment. */
function PhaseNote({ market, view }: SectionsProps) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const { symbol, phase, startMs, loadedMs, targetMs } = view
  if (phase === 'ready') return null
  if (phase === 'loading') {
    const share = targetMs > startMs ? (loadedMs - startMs) / (targetMs - startMs) : 0
    return (
      <Callout tone="warning" role="status">
        {t('practice.loading', { time: time.moment(loadedMs) })}
        <progress className="w-full" value={share} aria-label={t('practice.loadingLabel')} />
      </Callout>
    )
  }
  if (phase === 'full') {
    return (
      <Callout tone="warning" role="alert">
        {t('practice.full', { time: time.moment(loadedMs) })}
        <Button variant="outlined" onClick={() => startPractice(marketOf(market))}>
          {t('practice.restart')}
        </Button>
      </Callout>
    )
  }
  if (phase === 'failed') {
    return (
      <Callout tone="bad" role="alert">
        {t('practice.failed')}
        <Button variant="outlined" onClick={() => retryPractice(symbol)}>
          {t('common.retry')}
        </Button>
      </Callout>
    )
  }
  return (
    <Callout tone="warning" role="status">
      {t('practice.before', { time: time.moment(startMs) })}
      <span className="flex flex-wrap gap-2">
        <Button variant="outlined" onClick={() => requestMoment(startMs)}>
          {t('practice.toStart')}
        </Button>
        <Button variant="outlined" onClick={() => startPractice(marketOf(market))}>
          {t('practice.restart')}
        </Button>
      </span>
    </Callout>
  )
}

function PracticeSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 px-3.5 py-3 border-b border-line" aria-label={title}>
      <h3 className="text-m font-semibold">{title}</h3>
      {children}
    </section>
  )
}

interface PositionProps {
  readonly symbol: string
  readonly units: InstrumentUnits
  readonly state: PracticeState
  readonly currency: string
  readonly isDisabled: boolean
}

function PositionSection({ symbol, units, state, currency, isDisabled }: PositionProps) {
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
          <Button variant="outlined" disabled={isDisabled} onClick={() => void closePosition(symbol)}>
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
    <table className={styles.trips}>
      <thead>
        <tr>
          {(['side', 'quantity', 'entry', 'exit', 'net'] as const).map((name) => (
            <th key={name} scope="col">
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

/** Saves the session, and continues a saved one. */
function SessionFile({ market, view }: SectionsProps) {
  const { t } = useTranslation()
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    const { symbol, units } = view
    try {
      const journal = decodePracticeFile(await file.text(), { symbol, units })
      openPractice(marketOf(market), journal)
      showToast(t('practice.file.opened', { count: journal.entries.length }))
    } catch (error) {
      if (error instanceof PracticeFileSymbol) showToast(t('practice.file.symbol', { symbol: error.symbol }))
      else if (!(error instanceof OrderflowError)) throw error
      else if (error.code === 'FOREIGN') showToast(t('practice.file.foreign'))
      else showToast(t('practice.file.fault', { fault: error.message }))
    }
  }
  const save = () => {
    const journal = journalOf(view.symbol)
    if (journal !== null) saveJournal(view, journal)
  }
  return (
    <>
      <p className="text-muted leading-5">{t('practice.file.text')}</p>
      <span className="flex flex-wrap gap-2">
        <Button variant="outlined" onClick={save}>
          {t('practice.file.save')}
        </Button>
        <label className={styles.choose}>
          {t('practice.file.open')}
          <input
            type="file"
            className="visually-hidden"
            accept="application/json,.json"
            onChange={({ target }) => {
              void read(target.files?.[0])
              target.value = ''
            }}
          />
        </label>
      </span>
    </>
  )
}
