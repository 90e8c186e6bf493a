import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { useSiteSettings } from '../../../shared/site-settings.ts'
import { tokenStore } from '../../../shared/session/token.ts'
import { useHydrated } from '../../../shared/ui/use-media.ts'
import { Section } from '../section.tsx'
import { Benefits } from './benefits.tsx'
import { PriceNow } from './price-now.tsx'
import styles from './price.module.css'

const MEMBER = ['live', 'history', 'extend', 'pay'] as const
const FREE = ['delayed', 'demo', 'alerts', 'card'] as const

/** The current price, and what is free. */
export function Price() {
  const { t } = useTranslation()
  const { data } = useSiteSettings()
  const hydrated = useHydrated()
  const signedIn = useStore(tokenStore, ({ token }) => token !== null)
  const config = hydrated ? data?.config : undefined
  const days = config?.trial_days ?? 0
  return (
    <Section id="price" heading={t('home.price.heading')}>
      <div className={styles.plans}>
        <article className={`${styles.plan} ${styles.member}`}>
          <h3 className="text-xl font-bold">{t('home.price.yearly')}</h3>
          {/* Reserves the height while the price loads. */}
          <div className={styles.amount}>{config && <PriceNow config={config} />}</div>
          <Benefits list={MEMBER.map((name) => t(`home.price.member.${name}`))} />
          <Link className={styles.door} to={signedIn ? '/activate' : '/create/direct'}>
            {signedIn ? t('home.price.toPay') : t('home.hero.create')}
          </Link>
        </article>
        <article className={styles.plan}>
          <h3 className="text-xl font-bold">{t('home.price.free')}</h3>
          <div className={styles.amount}>
            <p className={styles.sum}>
              <strong>{t('home.price.freePrice')}</strong> USDT
            </p>
          </div>
          <Benefits list={FREE.map((name) => t(`home.price.freeList.${name}`))} />
          <p className="min-h-11 mt-auto text-muted text-m">{days > 0 && t('home.price.trial', { days })}</p>
        </article>
      </div>
    </Section>
  )
}
