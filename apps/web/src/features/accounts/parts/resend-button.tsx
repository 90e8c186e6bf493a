import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure, retryAfter } from '../../../shared/http/envelope.ts'
import { endsHere, showFailure } from '../../../shared/http/failures.ts'
import { showToast } from '../../../shared/ui/toasts.ts'
import { TextButton } from './text-button.tsx'
import { useCountdown } from './use-countdown.ts'

/** One mail per minute and address (BUSINESS 4.5). */
const WAIT_S = 60

/** Resends the mail, after a minute. */
export function ResendButton({ send }: { send: () => Promise<unknown> }) {
  const { t } = useTranslation()
  const { left, start } = useCountdown(WAIT_S)
  const [busy, setBusy] = useState(false)

  const again = async () => {
    setBusy(true)
    try {
      await send()
      showToast(t('accounts.form.resent'))
      start(WAIT_S)
    } catch (error) {
      if (error instanceof CallFailure) start(retryAfter(error) ?? 0)
      if (!endsHere(error)) showFailure(error)
    }
    setBusy(false)
  }

  return (
    <TextButton disabled={busy || left > 0} onClick={() => void again()}>
      {left > 0 ? t('accounts.form.resendIn', { seconds: left }) : t('accounts.form.resend')}
    </TextButton>
  )
}
