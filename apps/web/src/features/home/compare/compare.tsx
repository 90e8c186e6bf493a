import { useTranslation } from 'react-i18next'
import { AlikeFigure } from '../../../shared/figures/indicator-figure.tsx'
import { NUMBERS } from '../figure-numbers.ts'
import { Section } from '../section.tsx'
import styles from './compare.module.css'
import { CompareTable } from './compare-table.tsx'

/** The same trades as candles and as footprint, and what each can show. */
export function Compare() {
  const { t } = useTranslation()
  const numbers = NUMBERS.compare
  return (
    <Section heading={t('home.compare.heading')} lead={t('home.compare.lead', numbers)}>
      <div className={styles.pair}>
        {(['candles', 'footprint'] as const).map((kind) => (
          <figure key={kind} className={styles.picture}>
            <figcaption className="mb-2 text-muted text-m font-semibold">{t(`home.compare.${kind}`)}</figcaption>
            <AlikeFigure as={kind} label={t(`home.compare.${kind}Label`, numbers)} />
          </figure>
        ))}
      </div>
      <p className={styles.answer}>{t('home.compare.answer', numbers)}</p>
      <CompareTable />
      <p className="max-w-[72ch] mt-4 text-muted text-pretty">{t('home.compare.honest')}</p>
    </Section>
  )
}
