import { useTranslation } from 'react-i18next'
import { FIGURE_KINDS, IndicatorFigure } from '../../../shared/figures/indicator-figure.tsx'
import { NUMBERS } from '../figure-numbers.ts'
import { Section } from '../section.tsx'
import styles from './indicators.module.css'

/** The five indicators, each with a figure and its numbers. */
export function Indicators() {
  const { t } = useTranslation()
  return (
    <Section id="indicators" heading={t('home.indicators.heading')} lead={t('home.indicators.lead')}>
      <div className={styles.grid}>
        {FIGURE_KINDS.map((kind) => (
          <article key={kind} className={styles.card}>
            <IndicatorFigure kind={kind} label={t(`home.indicators.${kind}.label`, NUMBERS[kind])} />
            <div>
              <h3 className="mt-3 text-xl font-bold">{t(`home.indicators.${kind}.name`)}</h3>
              <p className="mt-1 text-muted leading-[1.6] text-pretty">
                {t(`home.indicators.${kind}.text`, NUMBERS[kind])}
              </p>
            </div>
          </article>
        ))}
      </div>
    </Section>
  )
}
