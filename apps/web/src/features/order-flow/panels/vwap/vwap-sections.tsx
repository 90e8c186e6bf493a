import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../../model/chart-scope.ts'
import { formatUtcField, parseUtcField } from '../../../../shared/format/utc-text.ts'
import { Input } from '../../../../shared/ui/input.tsx'
import { Button } from '../../../../shared/ui/button.tsx'
import { useSettings } from '../../model/change-setting.ts'
import panel from '../../ui/panel.module.css'
import { ChoiceField, Section } from '../../ui/settings-section.tsx'
import { type Anchored, anchorAt, togglePick, useAnchorPick } from './vwap.ts'

/** VWAP: anchor and bands. */
export function VwapSection() {
  const scope = useChartScope()
  const { t } = useTranslation()
  const { indicators, set, isChanged } = useSettings()
  const { anchor, at, bands } = indicators.vwap
  const picking = useAnchorPick((state) => state.picking === 'vwap')
  const shown = anchor !== 'off'
  const chooseBar = () => {
    if (at > 0) set('vwap', { anchor: 'bar' })
    else if (!picking) togglePick(scope, 'vwap')
  }
  return (
    <Section
      name={t('vwap.name')}
      note={t('vwap.note')}
      help="vwap"
      changed={isChanged('vwap')}
      shown={shown}
      onShow={(wanted) => set('vwap', { anchor: wanted ? 'day' : 'off' })}
    >
      <ChoiceField
        label={t('vwap.anchor')}
        value={anchor === 'bar' || picking ? 'bar' : shown ? 'day' : undefined}
        onChange={(value) => (value === 'day' ? set('vwap', { anchor: 'day' }) : chooseBar())}
        options={(['day', 'bar'] as const).map((value) => ({ value, label: t(`vwap.${value}`) }))}
      />
      {(anchor === 'bar' || picking) && <AnchorFields target="vwap" at={at} />}
      <ChoiceField
        label={t('vwap.bands')}
        value={bands}
        onChange={(value) => set('vwap', { bands: value })}
        options={(['none', 'one', 'two'] as const).map((value) => ({ value, label: t(`vwap.${value}`) }))}
      />
    </Section>
  )
}

/** Cumulative delta: style and reset. */
export function CvdSection() {
  const scope = useChartScope()
  const { t } = useTranslation()
  const { indicators, pane, set, isChanged } = useSettings()
  const { reset, at, style } = indicators.cvd
  const picking = useAnchorPick((state) => state.picking === 'cvd')
  const choose = (value: typeof reset) => {
    if (value !== 'bar' || at > 0) set('cvd', { reset: value })
    else if (!picking) togglePick(scope, 'cvd')
  }
  return (
    <Section
      name={t('indicators.cvd.name')}
      note={t('indicators.cvd.note')}
      help="delta#cvd"
      changed={isChanged('cvd')}
      {...pane('cvd')}
    >
      <ChoiceField
        label={t('vwap.cvdStyle')}
        value={style}
        onChange={(value) => set('cvd', { style: value })}
        options={(['candles', 'line'] as const).map((value) => ({ value, label: t(`vwap.${value}`) }))}
      />
      <ChoiceField
        label={t('indicators.cvd.reset')}
        value={picking ? 'bar' : reset}
        onChange={choose}
        options={[
          ...(['day', 'week', 'never'] as const).map((value) => ({ value, label: t(`indicators.cvd.${value}`) })),
          { value: 'bar' as const, label: t('vwap.bar') },
        ]}
      />
      {(reset === 'bar' || picking) && <AnchorFields target="cvd" at={at} />}
    </Section>
  )
}

interface AnchorFieldsProps {
  readonly target: Anchored
  /** ms; 0 when none is chosen. */
  readonly at: number
}

/** Anchor of a running sum: as a time, or by a click on the chart. */
function AnchorFields({ target, at }: AnchorFieldsProps) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const picking = useAnchorPick((state) => state.picking === target)
  const id = useId()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <label className="text-muted text-s" htmlFor={id}>
          {t('vwap.at')}
        </label>
        <Input
          size="small"
          id={id}
          className="w-[176px] text-end"
          type="datetime-local"
          step={at % 60_000 === 0 ? 60 : 1}
          value={at > 0 ? formatUtcField(at) : ''}
          onChange={(event) => {
            const moment = parseUtcField(event.target.value)
            if (moment !== null) anchorAt(scope, target, moment)
          }}
        />
      </div>
      <div className="flex flex-col gap-1.5">
        <Button variant="outlined" aria-pressed={picking} onClick={() => togglePick(scope, target)}>
          {t('vwap.pick')}
        </Button>
        {picking && (
          <p className={panel.note} role="status">
            {t('vwap.picking')}
          </p>
        )}
      </div>
    </>
  )
}
