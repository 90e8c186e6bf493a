import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSiteSettings } from '../../../shared/site-settings.ts'
import { CopyButton } from '../../../shared/ui/copy-button.tsx'
import { Icon } from '../../../shared/ui/icons.tsx'
import { Empty, Failed } from '../../../shared/ui/page/states.tsx'
import { QrCode } from '../../../shared/ui/qr-code.tsx'
import styles from './donation.module.css'

/** The donation address, or that there is none. Its space is reserved while loading. */
export function AddressCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useSiteSettings()
  const target = data?.config.donation_address
  return (
    <section
      className={styles.card}
      aria-labelledby={target ? 'donation-address' : undefined}
      aria-busy={!data && !error}
    >
      {data && !target && <Empty inset title={t('site.donation.none')} text={t('site.donation.noneText')} />}
      {!data && error && <Failed inset title={t('site.donation.failed')} error={error} onRetry={refetch} />}
      {target && (
        <>
          <h2 id="donation-address" className="text-xl font-[640]">
            {t('site.donation.heading')}
          </h2>
          <div className="flex justify-center">
            <QrCode text={target.address} label={t('site.donation.qr')} />
          </div>
          <dl className={styles.facts}>
            <dt>{t('site.donation.network')}</dt>
            <dd>{target.network_type} · USDT</dd>
            <dt>{t('site.donation.address')}</dt>
            <dd className={styles.address}>
              <code lang="zxx">{target.address}</code>
              <CopyButton text={target.address} what={t('site.donation.address')} />
            </dd>
          </dl>
          <p className={styles.warning}>
            <Icon name="warning" />
            <span>{t('site.donation.warning', { network: target.network_type })}</span>
          </p>
          <p className={styles.note}>
            {t('site.donation.notPayment')} <Link to="/activate">{t('site.donation.activate')}</Link>
          </p>
        </>
      )}
    </section>
  )
}
