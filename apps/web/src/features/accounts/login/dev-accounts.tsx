import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endsHere, showFailure } from '../../../shared/http/failures.ts'
import { Button } from '../../../shared/ui/button.tsx'
import styles from './login.module.css'
import type { Credentials } from './login-form.tsx'
import { logIn } from './log-in.ts'
import { useDevAccounts } from '../calls.ts'

const ACCOUNTS = [
  { name: 'member', label: 'devMember' },
  { name: 'admin', label: 'devAdmin' },
] as const

/** One-click login for both development accounts; nothing when the server does not provide them. */
export function DevAccounts({ onOtp }: { onOtp: (credentials: Credentials) => void }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const accounts = useDevAccounts()
  if (!accounts) return null

  const enter = async (credentials: Credentials) => {
    setBusy(true)
    try {
      if (!(await logIn(credentials))) onOtp(credentials)
    } catch (error) {
      if (!endsHere(error)) showFailure(error)
    }
    setBusy(false)
  }
  return (
    <section
      className="flex flex-col gap-2 pt-4 border-0 border-t border-dashed border-line-strong"
      aria-label={t('accounts.login.dev')}
    >
      <p className="text-faint text-s">{t('accounts.login.dev')}</p>
      <div className={styles.devButtons}>
        {ACCOUNTS.map(({ name, label }) => (
          <Button key={name} variant="outlined" size="large" disabled={busy} onClick={() => void enter(accounts[name])}>
            {t(`accounts.login.${label}`)}
          </Button>
        ))}
      </div>
    </section>
  )
}
