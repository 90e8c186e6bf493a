import type { MenuSymbol } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { groupDigits } from '../../../../shared/format/number.ts'
import { useSettings } from '../../model/change-setting.ts'
import { hasDerivatives, useDerivatives } from '../../model/derivatives-store.ts'
import { DERIVATIVES_PANES } from '../../model/view-settings.ts'
import panel from '../../ui/panel.module.css'
import { FlagField, Section } from '../../ui/settings-section.tsx'

/** As many as the worker marks. */
const MAX_MARKS = 200

/** The panes and marks of perpetuals in the indicator panel; why there are none on other markets. */
export function DerivativesSection({ market }: { market: MenuSymbol | undefined }) {
  const { t } = useTranslation()
  const { pane, layer } = useSettings()
  const isOff = useDerivatives(({ state }) => state === 'off')
  const marks = layer('liquidationMarks')
  const isAvailable = market !== undefined && hasDerivatives(market)
  const isChanged = marks.shown || DERIVATIVES_PANES.some((key) => pane(key).shown)
  return (
    <Section
      name={t('derivatives.section.name')}
      note={t(isAvailable ? 'derivatives.section.note' : 'derivatives.section.notPerpetual')}
      help="derivatives"
      changed={isChanged}
    >
      {isAvailable && (
        <>
          {isOff && <p className={panel.note}>{t('derivatives.section.off')}</p>}
          {DERIVATIVES_PANES.map((key) => (
            <FlagField key={key} label={t(`derivatives.${key}`)} value={pane(key).shown} onChange={pane(key).onShow} />
          ))}
          <FlagField label={t('derivatives.marks')} value={marks.shown} onChange={marks.onShow} />
          <p className={panel.note}>{t('derivatives.marksNote', { count: MAX_MARKS })}</p>
          <LatestPrices />
        </>
      )}
    </Section>
  )
}

/** The newest mark and index price, while a pane follows the market. */
function LatestPrices() {
  const { t } = useTranslation()
  const latest = useDerivatives((state) => state.latest)
  const prices = [
    { name: t('derivatives.markPrice'), value: latest?.mark_price },
    { name: t('derivatives.indexPrice'), value: latest?.index_price },
  ]
  return prices.map(
    ({ name, value }) =>
      value && (
        <p key={name} className="flex justify-between gap-2 text-s">
          <span className="text-muted">{name}</span>
          <span className="tabular-nums">{groupDigits(value)}</span>
        </p>
      ),
  )
}
