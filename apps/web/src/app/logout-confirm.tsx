import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { logOut } from '../shared/session/session.ts'
import { Confirm } from '../shared/ui/confirm.tsx'

/** Confirms logout; then logs out on the server, clears this browser and opens the login page. */
export function LogoutConfirm({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const leave = () => {
    setBusy(true)
    void logOut()
  }
  return (
    <Confirm
      title={t('shell.logout.title')}
      confirm={t('shell.logout.confirm')}
      busy={busy}
      onConfirm={leave}
      onCancel={onCancel}
    >
      {t('shell.logout.text')}
    </Confirm>
  )
}
