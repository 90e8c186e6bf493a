import type { SiteConfig } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { formatTimeLeft, formatTime } from '../../../shared/format/time.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { amountText, priceNow, type PriceNow } from '../../../shared/price-now.ts'
import { Icon } from '../../../shared/ui/icons.tsx'
import { useServerNow } from '../../../shared/ui/use-server-now.ts'
import styles from './membership.module.css'

const CURRENCY = 'USDT'
const BENEFITS = ['live', 'history', 'extend'] as const

export function PriceCard({ config }: { config: SiteConfig }) {
  const { t } = useTranslation()
  const now = priceNow(config, useServerNow())
  return (
    <section
      className="flex flex-col gap-2.5 p-5 rounded-md bg-surface-1 inset-border"
      aria-label={t('membership.yearly')}
    >
      <h2 className="text-xl font-semibold">{t('membership.yearly')}</h2>
      {now === null ? <p>{t('membership.unpriced')}</p> : <Price now={now} />}
      <h3 className="pt-2.5 border-t border-line text-muted text-m font-normal">{t('membership.contains')}</h3>
      <ul className={styles.benefits}>
        {BENEFITS.map((name) => (
          <li key={name}>
            <Icon name="check" size={14} />
            {t(`membership.${name}`)}
          </li>
        ))}
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
            <span className="visually-hidden">{t('membership.original')}</span>
            <s>{amountText(now.original)}</s>
          </>
        )}
        <span className="visually-hidden">{t('membership.price')}</span>
        <strong>{amountText(now.price)}</strong> {CURRENCY} <span>{t('membership.perYear')}</span>
      </p>
      {now.discount && <Discount {...now.discount} />}
    </>
  )
}

function Discount({ start, end }: { start: string | null; end: string | null }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const nowMs = useServerNow()
  const said = (iso: string | null) => (iso === null ? '' : formatTime(iso, language))
  const words =
    start === null ? (end === null ? 'discountNow' : 'discountUntil') : end === null ? 'discountFrom' : 'discount'
  return (
    <div className="self-start px-2.5 py-1.5 rounded-sm bg-warning-tint text-warning text-s">
      <p>{t(`membership.${words}`, { start: said(start), end: said(end) })}</p>
      {end !== null && (
        <p className="font-semibold" role="timer">
          {t('membership.discountLeft', { left: formatTimeLeft(t, Date.parse(end) - nowMs) })}
        </p>
      )}
    </div>
  )
}
