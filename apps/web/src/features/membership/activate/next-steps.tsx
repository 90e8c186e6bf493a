import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from './page.module.css'

const STEPS = ['pay', 'submit', 'review', 'open'] as const

/** Steps between the transfer and the membership. */
export function NextSteps() {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className={styles.next} aria-labelledby={id}>
      <h2 id={id} className={styles.nextHeading}>
        {t('membership.next.heading')}
      </h2>
      <ol className={styles.steps}>
        {STEPS.map((step, i) => (
          <li key={step} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {i + 1}
            </span>
            <div>
              <p className={styles.stepName}>{t(`membership.next.${step}`)}</p>
              <p className={styles.stepText}>{t(`membership.next.${step}Text`)}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className={styles.more}>
        <Link to="/help/payment">{t('membership.next.more')}</Link>
      </p>
    </section>
  )
}
