import type { Menus, MenuSymbol } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../../model/chart-scope.ts'
import { Segmented } from '../../../../shared/ui/segmented.tsx'
import { paneRows, recommendedPrecision } from '../../model/precision.ts'
import { precisionOptions, tidyPrecision } from '../../model/precision-options.ts'
import { WALL_EVENTS_ORDER, ZONE_EVENTS_ORDER, ZONE_KINDS } from '../alert-text.ts'
import styles from './alert-dialog.module.css'
import type { AlertDraft, DraftField } from './draft.ts'
import { DrawingField } from './drawing-field.tsx'
import { Checks, SelectField, TextField } from './parts.tsx'

interface RuleFieldsProps {
  readonly draft: AlertDraft
  readonly change: (part: Partial<AlertDraft>) => void
  readonly menus: Menus
  readonly market: MenuSymbol | undefined
  readonly units: { readonly base: string; readonly quote: string }
  readonly faultOf: (field: DraftField) => string | null
}

/** The condition: the fields of the alert's kind. */
export function RuleFields({ draft, change, menus, market, units, faultOf }: RuleFieldsProps) {
  const { t } = useTranslation()
  const { kind } = draft
  switch (kind) {
    case 'price':
      return (
        <div className={styles.pair}>
          <TextField
            label={t('alerts.form.price')}
            value={draft.price}
            fault={faultOf('price')}
            onChange={(price) => change({ price })}
          />
          <Choice
            label={t('alerts.form.direction')}
            value={draft.direction}
            onChange={(direction) => change({ direction })}
            options={(['up', 'down', 'either'] as const).map((value) => ({
              value,
              label: t(`alerts.form.directions.${value}`),
            }))}
          />
        </div>
      )
    case 'drawing':
      return <DrawingField draft={draft} change={change} fault={faultOf('drawing')} />
    case 'zone':
      return (
        <>
          <Checks
            label={t('alerts.form.events')}
            values={draft.events}
            fault={faultOf('events')}
            onChange={(events) => change({ events })}
            options={ZONE_EVENTS_ORDER.map((value) => ({ value, label: t(`alerts.zoneEvent.${value}`) }))}
          />
          <Choice
            label={t('alerts.form.side')}
            value={draft.zoneSide}
            onChange={(zoneSide) => change({ zoneSide })}
            options={(['support', 'resistance', 'either'] as const).map((value) => ({
              value,
              label: t(`alerts.form.zoneSides.${value}`),
            }))}
          />
          <Checks
            label={t('alerts.form.zoneKinds')}
            values={draft.zoneKinds}
            fault={faultOf('zoneKinds')}
            onChange={(zoneKinds) => change({ zoneKinds })}
            options={ZONE_KINDS.map((value) => ({ value, label: t(`alerts.zoneKind.${value}`) }))}
          />
          <StudyFields draft={draft} change={change} menus={menus} market={market} />
        </>
      )
    case 'stack':
      return (
        <>
          <div className={styles.pair}>
            <TextField
              label={t('alerts.form.rows')}
              value={draft.rows}
              fault={faultOf('rows')}
              onChange={(rows) => change({ rows })}
            />
            <SideChoice draft={draft} change={change} />
          </div>
          <StudyFields draft={draft} change={change} menus={menus} market={market} />
        </>
      )
    case 'effort':
      return (
        <>
          <Choice
            label={t('alerts.form.side')}
            value={draft.effortSide}
            onChange={(effortSide) => change({ effortSide })}
            options={(['bullish', 'bearish', 'either'] as const).map((value) => ({
              value,
              label: t(`alerts.form.effortSides.${value}`),
            }))}
          />
          <StudyFields draft={draft} change={change} menus={menus} market={market} />
        </>
      )
    case 'wall':
      return (
        <>
          <Checks
            label={t('alerts.form.events')}
            values={draft.wallEvents}
            fault={faultOf('events')}
            onChange={(wallEvents) => change({ wallEvents })}
            options={WALL_EVENTS_ORDER.map((value) => ({ value, label: t(`alerts.wallEvent.${value}`) }))}
          />
          <div className={styles.pair}>
            <TextField
              label={t('alerts.form.ratio')}
              value={draft.ratio}
              fault={faultOf('ratio')}
              onChange={(ratio) => change({ ratio })}
            />
            <TextField
              label={t('alerts.form.wallSize', { unit: units.base })}
              value={draft.wallSize}
              fault={faultOf('size')}
              onChange={(wallSize) => change({ wallSize })}
            />
          </div>
          <DistanceFields draft={draft} change={change} faultOf={faultOf} />
        </>
      )
    case 'book_imbalance':
      return (
        <>
          <div className={styles.pair}>
            <TextField
              label={t('alerts.form.imbalance')}
              value={draft.imbalance}
              fault={faultOf('imbalance')}
              onChange={(imbalance) => change({ imbalance })}
            />
            <TextField
              label={t('alerts.form.duration')}
              value={draft.duration}
              fault={faultOf('duration')}
              onChange={(duration) => change({ duration })}
            />
          </div>
          <DistanceFields draft={draft} change={change} faultOf={faultOf} />
        </>
      )
    case 'resting':
      return (
        <>
          <Choice
            label={t('alerts.form.events')}
            value={draft.restingEvent}
            onChange={(restingEvent) => change({ restingEvent })}
            options={(['stacked', 'pulled'] as const).map((value) => ({
              value,
              label: t(`alerts.form.restingEvents.${value}`),
            }))}
          />
          <div className={styles.pair}>
            <TextField
              label={t('alerts.form.resting', { unit: units.base })}
              value={draft.restingSize}
              fault={faultOf('size')}
              onChange={(restingSize) => change({ restingSize })}
            />
            <BookSideChoice draft={draft} change={change} />
          </div>
          <CycleField draft={draft} change={change} menus={menus} />
        </>
      )
    case 'liquidation':
      return (
        <>
          <div className={styles.pair}>
            <TextField
              label={t('alerts.form.liquidation', { unit: units.quote })}
              value={draft.liquidationSize}
              fault={faultOf('size')}
              onChange={(liquidationSize) => change({ liquidationSize })}
            />
            <SelectField
              label={t('alerts.form.within')}
              value={String(draft.liquidationSeconds)}
              onChange={(seconds) => change({ liquidationSeconds: Number(seconds) })}
              options={spansWith(draft.liquidationSeconds).map((seconds) => ({
                value: String(seconds),
                label:
                  seconds === 0
                    ? t('alerts.form.singleLiquidation')
                    : t('alerts.form.withinSeconds', { value: seconds }),
              }))}
            />
          </div>
          <Choice
            label={t('alerts.form.position')}
            value={draft.liquidationSide}
            onChange={(liquidationSide) => change({ liquidationSide })}
            options={(['long', 'short', 'either'] as const).map((value) => ({
              value,
              label: t(`alerts.form.positions.${value}`),
            }))}
          />
        </>
      )
    case 'delta':
    case 'volume':
    case 'big_trade':
      return (
        <>
          <div className={styles.pair}>
            <TextField
              label={t(`alerts.form.${kind}`, { unit: kind === 'big_trade' ? units.quote : units.base })}
              value={draft.sizes[kind]}
              fault={faultOf('size')}
              onChange={(size) => change({ sizes: { ...draft.sizes, [kind]: size } })}
            />
            {kind !== 'volume' && <SideChoice draft={draft} change={change} />}
          </div>
          {kind !== 'big_trade' && <CycleField draft={draft} change={change} menus={menus} />}
        </>
      )
  }
}

/** Seconds over which liquidations are added up; those of an alert made elsewhere too. */
const LIQUIDATION_SPANS = [0, 60, 300, 900]
const spansWith = (chosen: number): readonly number[] =>
  [...new Set([...LIQUIDATION_SPANS, chosen])].sort((a, b) => a - b)

type Part = Pick<RuleFieldsProps, 'draft' | 'change'>

export function CycleField({ draft, change, menus }: Part & Pick<RuleFieldsProps, 'menus'>) {
  const { t } = useTranslation()
  const known = menus.cycle.some(({ value }) => value === draft.cycle)
  const options = known ? menus.cycle : [...menus.cycle, { value: draft.cycle, label: draft.cycle }]
  return (
    <SelectField
      label={t('alerts.form.cycle')}
      value={draft.cycle}
      options={options}
      onChange={(cycle) => change({ cycle })}
    />
  )
}

/** The bars and rows a study applies to. */
function StudyFields({ draft, change, menus, market }: Part & Pick<RuleFieldsProps, 'menus' | 'market'>) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const recommended = recommendedPrecision(menus, draft.symbol, draft.cycle, paneRows(scope))
  const steps = market ? precisionOptions(market, recommended, undefined, draft.precision) : []
  const options =
    steps.length > 0
      ? steps.map(({ value }) => ({ value, label: value }))
      : [{ value: draft.precision, label: draft.precision }]
  const chosen = (market && tidyPrecision(draft.precision, market.tick_size)) ?? draft.precision
  const value = options.some((option) => option.value === chosen) ? chosen : draft.precision
  return (
    <div className={styles.pair}>
      <CycleField draft={draft} change={change} menus={menus} />
      <SelectField
        label={t('alerts.form.precision')}
        value={value}
        options={options}
        onChange={(precision) => change({ precision })}
      />
    </div>
  )
}

function DistanceFields({ draft, change, faultOf }: Part & Pick<RuleFieldsProps, 'faultOf'>) {
  const { t } = useTranslation()
  return (
    <div className={styles.pair}>
      <TextField
        label={t('alerts.form.distance')}
        value={draft.distance}
        fault={faultOf('distance')}
        onChange={(distance) => change({ distance })}
      />
      <BookSideChoice draft={draft} change={change} />
    </div>
  )
}

function BookSideChoice({ draft, change }: Part) {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('alerts.form.side')}
      value={draft.bookSide}
      onChange={(bookSide) => change({ bookSide })}
      options={(['bid', 'ask', 'either'] as const).map((value) => ({
        value,
        label: t(`alerts.form.bookSides.${value}`),
      }))}
    />
  )
}

function SideChoice({ draft, change }: Part) {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('alerts.form.side')}
      value={draft.side}
      onChange={(side) => change({ side })}
      options={(['buy', 'sell', 'either'] as const).map((value) => ({ value, label: t(`alerts.form.sides.${value}`) }))}
    />
  )
}

function Choice<Value extends string>(props: Parameters<typeof Segmented<Value>>[0]) {
  return (
    <div className="flex flex-1 flex-col gap-[5px] min-w-0">
      <span className="text-muted text-s">{props.label}</span>
      <Segmented {...props} wide />
    </div>
  )
}
