import { useTranslation } from 'react-i18next'
import styles from './donation.module.css'

/** Figure of the plan: two equal halves. */
export function SplitFigure() {
  const { t } = useTranslation()
  return (
    <figure className={styles.split} aria-label={t('site.donation.split')}>
      <div className={styles.halves} aria-hidden="true">
        <span className={styles.amountBar} />
        <span className={styles.interactionBar} />
      </div>
      <div className={styles.half}>
        <strong>{t('site.donation.half')}</strong>
        <span className="text-default text-l font-semibold">{t('site.donation.byAmount')}</span>
        <span>{t('site.donation.byAmountText')}</span>
      </div>
      <div className={styles.half}>
        <strong>{t('site.donation.half')}</strong>
        <span className="text-default text-l font-semibold">{t('site.donation.byInteraction')}</span>
        <span>{t('site.donation.byInteractionText')}</span>
      </div>
    </figure>
  )
}
