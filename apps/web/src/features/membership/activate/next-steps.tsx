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
    <section className="flex flex-col gap-4 px-5 py-2" aria-labelledby={id}>
      <h2 id={id} className="text-xl font-semibold">
        {t('membership.next.heading')}
      </h2>
      <ol className="flex flex-col gap-4 m-0 p-0 list-none">
        {STEPS.map((step, i) => (
          <li key={step} className="flex gap-3">
            <span className={styles.number} aria-hidden="true">
              {i + 1}
            </span>
            <div>
              <p className="font-semibold">{t(`membership.next.${step}`)}</p>
              <p className="text-muted text-m">{t(`membership.next.${step}Text`)}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-m">
        <Link to="/help/payment">{t('membership.next.more')}</Link>
      </p>
    </section>
  )
}
