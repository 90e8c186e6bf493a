import type { SiteConfig } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../shared/i18n/use-language.ts'
import { Icon } from '../../../shared/ui/icons.tsx'
import { timeText } from '../parts/time-text.ts'
import styles from './membership.module.css'
import { amountText, priceNow, type PriceNow } from './price-now.ts'
import { useServerNow } from './use-server-now.ts'

const CURRENCY = 'USDT'
const BENEFITS = ['live', 'history', 'extend'] as const

export function PriceCard({ config }: { config: SiteConfig }) {
  const { t } = useTranslation()
  const now = priceNow(config, useServerNow())
  return (
    <section className={styles.card} aria-label={t('accounts.membership.yearly')}>
      <h2 className={styles.plan}>{t('accounts.membership.yearly')}</h2>
      {now === null ? <p>{t('accounts.membership.unpriced')}</p> : <Price now={now} />}
      <h3 className={styles.contains}>{t('accounts.membership.contains')}</h3>
      <ul className={styles.benefits}>
        {BENEFITS.map((name) => <li key={name}><Icon name="check" size={14} />{t(`accounts.membership.${name}`)}</li>)}
      </ul>
    </section>
  )
}

function Price({ now }: { now: PriceNow }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.price}>
        {now.original !== null && (
          <>
            <span className="visually-hidden">{t('accounts.membership.original')}</span>
            <s>{amountText(now.original)}</s>
          </>
        )}
        <span className="visually-hidden">{t('accounts.membership.price')}</span>
        <strong>{amountText(now.price)}</strong> {CURRENCY} <span>{t('accounts.membership.perYear')}</span>
      </p>
      {now.discount && <Discount {...now.discount} />}
    </>
  )
}

function Discount({ start, end }: { start: string | null; end: string | null }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const said = (iso: string | null) => (iso === null ? '' : timeText(iso, language))
  const words = start === null ? 'discountUntil' : end === null ? 'discountFrom' : 'discount'
  return <p className={styles.discount}>{t(`accounts.membership.${words}`, { start: said(start), end: said(end) })}</p>
}
