import { DELETION_DAYS } from '@flowprint/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endSession } from '../../../shared/session/session.ts'
import type { User } from '../../../shared/session/user.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { deleteAccount } from '../calls.ts'
import { keepParting } from '../handover.ts'
import { Section } from '../parts/section.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import styles from './security.module.css'

const CONSEQUENCES = ['sessions', 'grace', 'erased', 'kept'] as const

/** Account deletion: explains the consequences and asks for the password. */
export function DeleteSection({ user }: { user: User }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const send = async (password: string) => {
    const { delete_at: deleteAt } = await deleteAccount(password)
    keepParting({ deleteAt })
    endSession()
  }
  return (
    <Section
      title={t('accounts.security.delete.heading')}
      lead={t('accounts.security.delete.text', { days: DELETION_DAYS })}
    >
      <Button variant="outlined" size="large" onClick={() => setAsking(true)}>
        {t('accounts.security.delete.open')}
      </Button>
      {asking && (
        <PasswordDialog
          title={t('accounts.security.delete.title')}
          email={user.email}
          submit={t('accounts.security.delete.submit')}
          send={send}
          onClose={() => setAsking(false)}
        >
          <p>{t('accounts.security.delete.will')}</p>
          <ul className={styles.will}>
            {CONSEQUENCES.map((name) => (
              <li key={name}>{t(`accounts.security.delete.${name}`, { days: DELETION_DAYS })}</li>
            ))}
          </ul>
          <p>{t('accounts.security.confirmPassword')}</p>
        </PasswordDialog>
      )}
    </Section>
  )
}
