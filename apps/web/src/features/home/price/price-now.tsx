import type { SiteConfig } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { formatDay, splitDuration } from '../../../shared/format/time.ts'
import { useLanguage } from '../../../shared/i18n/use-language.ts'
import { amountText, priceNow } from '../../../shared/price-now.ts'
import { useServerNow } from '../../../shared/ui/use-server-now.ts'
import styles from './price.module.css'

const CURRENCY = 'USDT'

/** The current price, with a countdown while a discount has an end. */
export function PriceNow({ config }: { readonly config: SiteConfig }) {
  const { t } = useTranslation()
  const nowMs = useServerNow()
  const now = priceNow(config, nowMs)
  if (now === null) return <p className={styles.sum}>{t('home.price.unpriced')}</p>
  return (
    <>
      <p className={styles.sum}>
        {now.original !== null && (
          <>
            <span className="visually-hidden">{t('home.price.original')}</span>
            <s>{amountText(now.original)}</s> <span className="visually-hidden">{t('home.price.now')}</span>
          </>
        )}
        <strong>{amountText(now.price)}</strong> {CURRENCY} <span>{t('home.price.perYear')}</span>
      </p>
      {now.discount &&
        (now.discount.end === null ? (
          <p className={styles.discount}>{t('home.price.discount')}</p>
        ) : (
          <DiscountEnd end={now.discount.end} nowMs={nowMs} />
        ))}
    </>
  )
}

function DiscountEnd({ end, nowMs }: { readonly end: string; readonly nowMs: number }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { days, time } = splitDuration(Date.parse(end) - nowMs)
  return (
    <p className={styles.discount}>
      {t('home.price.until', { date: formatDay(end, language) })}
      <span role="timer">{days > 0 ? t('home.price.left', { days, time }) : t('home.price.leftToday', { time })}</span>
    </p>
  )
}
