import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { formatDay } from '../../../shared/format/time.ts'
import { useLanguage } from '../../../shared/i18n/use-language.ts'
import { useServerNow } from '../../../shared/ui/use-server-now.ts'
import { tokenStore } from '../../../shared/session/token.ts'
import { useUser } from '../../../shared/session/user.ts'
import { membershipState } from './membership-state.ts'
import styles from './membership.module.css'

/** The current user's membership. */
export function MembershipCard() {
  const { t } = useTranslation()
  const language = useLanguage()
  const signedIn = useStore(tokenStore, ({ token }) => token !== null)
  const user = useUser((state) => state.user)
  const nowMs = useServerNow()
  const stateText = () => {
    if (!signedIn) return t('membership.visitor')
    if (user === null) return t('business.loading')
    const state = membershipState(user, nowMs)
    return t(`membership.${state}`, { date: user.expire_time === null ? '' : formatDay(user.expire_time, language) })
  }
  return (
    <dl className={styles.state}>
      <dt>{t('membership.state')}</dt>
      <dd>{stateText()}</dd>
    </dl>
  )
}
