import { useTranslation } from 'react-i18next'
import { IndicatorFigure, type FigureKind } from '../../../shared/figures/indicator-figure.tsx'

/** An indicator on an excerpt of the simulated market. */
export function MarketFigure({ kind }: { kind: FigureKind }) {
  const { t } = useTranslation()
  return (
    <figure className="max-w-[600px] mt-1 mb-6">
      <IndicatorFigure kind={kind} label={t('help.figure.market')} />
      <figcaption className="basis-full text-muted text-s">{t('help.figure.market')}</figcaption>
    </figure>
  )
}
