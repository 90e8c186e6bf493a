import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useLanguage } from '../../../shared/i18n/use-language.ts'
import { tokenStore } from '../../../shared/session/token.ts'
import { useUser } from '../../../shared/session/user.ts'
import { dayText } from '../parts/time-text.ts'
import { membershipState } from './membership-state.ts'
import styles from './membership.module.css'
import { useServerNow } from './use-server-now.ts'

/** The membership of whoever is here. */
export function MembershipCard() {
  const { t } = useTranslation()
  const language = useLanguage()
  const signedIn = useStore(tokenStore, ({ token }) => token !== null)
  const user = useUser((state) => state.user)
  const nowMs = useServerNow()
  const stateText = () => {
    if (!signedIn) return t('accounts.membership.visitor')
    if (user === null) return `${t('accounts.notice.loading')}…`
    const state = membershipState(user, nowMs)
    return t(`accounts.membership.${state}`, { date: user.expire_time === null ? '' : dayText(user.expire_time, language) })
  }
  return (
    <dl className={styles.state}>
      <dt>{t('accounts.membership.state')}</dt>
      <dd>{stateText()}</dd>
    </dl>
  )
}
