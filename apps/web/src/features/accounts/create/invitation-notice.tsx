import { useTranslation } from 'react-i18next'
import styles from './create.module.css'
import type { InvitationState } from './invitation.ts'

/** The inviter and the offer, above the form; its space is reserved while loading. */
export function InvitationNotice({ invitation }: { readonly invitation: InvitationState }) {
  const { t } = useTranslation()
  if (invitation.kind === 'none') return null
  if (invitation.kind === 'invalid') {
    return (
      <p className={`${styles.invitation} ${styles.invalid}`} role="alert">
        {t('accounts.create.invalidCode', { code: invitation.code })}
      </p>
    )
  }
  if (invitation.kind !== 'valid') {
    return (
      <p className={styles.invitation} aria-busy={invitation.kind === 'loading'}>
        {t('accounts.create.invited', { code: invitation.code })}
      </p>
    )
  }
  const { inviterName: name, trialDays: days } = invitation
  return (
    <p className={styles.invitation}>
      {days > 0 ? t('accounts.create.invitedForTrial', { name, days }) : t('accounts.create.invitedBy', { name })}
    </p>
  )
}
