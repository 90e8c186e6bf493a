import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../shared/save-file.ts'
import type { User } from '../../../shared/session/user.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { showToast } from '../../../shared/ui/toasts.ts'
import { exportData } from '../calls.ts'
import { Section } from '../parts/section.tsx'
import { PasswordDialog } from './password-dialog.tsx'

export function ExportSection({ user }: { user: User }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const send = async (password: string) => {
    const data = await exportData(password)
    const day = data.exported_at.slice(0, 10)
    saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `${user.username}-${day}.json`)
    showToast(t('accounts.security.export.done'))
    setAsking(false)
  }
  return (
    <Section title={t('accounts.security.export.heading')} lead={t('accounts.security.export.text')}>
      <Button variant="outlined" size="large" onClick={() => setAsking(true)}>
        {t('accounts.security.export.submit')}
      </Button>
      {asking && (
        <PasswordDialog
          title={t('accounts.security.export.heading')}
          email={user.email}
          submit={t('accounts.security.export.submit')}
          send={send}
          onClose={() => setAsking(false)}
        >
          <p>{t('accounts.security.confirmPassword')}</p>
        </PasswordDialog>
      )}
    </Section>
  )
}
