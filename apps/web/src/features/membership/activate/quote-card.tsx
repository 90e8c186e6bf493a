import { NETWORKS, type OrderQuote, shownAmount } from '@flowprint/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTimeLeft, formatTime } from '../../../shared/format/time.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { CopyButton } from '../../../shared/ui/copy-button.tsx'
import { QrCode } from '../../../shared/ui/qr-code.tsx'
import { useServerNow } from '../../../shared/ui/use-server-now.ts'
import styles from './quote-card.module.css'
import { CodeBox } from '../../../shared/ui/code-box.tsx'

const CURRENCY = 'USDT'

interface QuoteCardProps {
  readonly quote: OrderQuote
  readonly busy: boolean
  readonly onAgain: () => void
}

/** Network, exact amount and address of a payment with copy buttons, and the quote's expiry. */
export function QuoteCard({ quote, busy, onAgain }: QuoteCardProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className="flex flex-col gap-4" aria-labelledby={id}>
      <h2 id={id} className="text-xl font-semibold">
        {t('membership.pay.heading')}
      </h2>
      <fieldset className="flex flex-col gap-2 m-0 p-0 border-0">
        <legend className="p-0 text-muted text-m">{t('membership.pay.network')}</legend>
        {NETWORKS.map((network) => (
          <label key={network} className={styles.network}>
            <input type="radio" name={`${id}-network`} defaultChecked={network === quote.network_type} />
            <span>
              {network} · {CURRENCY}
            </span>
          </label>
        ))}
        <p className="text-warning text-m">{t('membership.pay.networkOnly')}</p>
      </fieldset>
      <div className={styles.where}>
        <div className="flex flex-col gap-4 min-w-0">
          <Amount amount={quote.amount} />
          <Address address={quote.receive_address} />
        </div>
        <figure className={styles.code}>
          <QrCode text={quote.qr_text} label={t('membership.pay.qr')} />
          <figcaption className="text-muted text-s">{t('membership.pay.scan')}</figcaption>
        </figure>
      </div>
      <Validity expireAt={quote.expire_at} busy={busy} onAgain={onAgain} />
    </section>
  )
}

function Amount({ amount }: { amount: string }) {
  const { t } = useTranslation()
  const shown = shownAmount(amount)
  const point = shown.indexOf('.')
  return (
    <div className="flex flex-col gap-0.5 min-w-0">
      <span className="text-muted text-m">{t('membership.pay.amount')}</span>
      <div className="flex items-center gap-1.5 min-w-0">
        <strong className="text-4xl font-bold tracking-[-0.02em] leading-[1.25]" data-amount="">
          {shown.slice(0, point)}
          <span className="text-brand">{shown.slice(point)}</span>
        </strong>
        <span className="text-muted">{CURRENCY}</span>
        <CopyButton text={shown} what={t('membership.pay.copiedAmount')} />
      </div>
      <p className="text-muted text-s">{t('membership.pay.exact')}</p>
    </div>
  )
}

function Address({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-0.5 min-w-0">
      <span className="text-muted text-m">{t('membership.pay.address')}</span>
      <div className="flex items-center gap-1.5 min-w-0">
        <CodeBox data-address="">{address}</CodeBox>
        <CopyButton text={address} what={t('membership.pay.address')} />
      </div>
    </div>
  )
}

function Validity({ expireAt, busy, onAgain }: { expireAt: string; busy: boolean; onAgain: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const leftMs = Date.parse(expireAt) - useServerNow()
  if (leftMs > 0) {
    return (
      <p
        className="text-muted text-s"
        data-tip={t('membership.pay.validUntil', { time: formatTime(expireAt, language) })}
      >
        {t('membership.pay.valid', { left: formatTimeLeft(t, leftMs) })}
      </p>
    )
  }
  return (
    <div className={styles.over} role="alert">
      <p>{t('membership.pay.over')}</p>
      <Button variant="outlined" disabled={busy} onClick={onAgain}>
        {t('membership.pay.again')}
      </Button>
    </div>
  )
}
