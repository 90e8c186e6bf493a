import type { AdminInviterDetail } from '@flowprint/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endsHere, showFailure } from '../../../shared/http/failures.ts'
import { Confirm } from '../../../shared/ui/confirm.tsx'
import { sendReminder } from '../calls.ts'
import { moneyOf, momentOf } from '../parts/show.ts'
import { useAct } from '../parts/use-act.ts'

/** Mails the inviter about a pending dividend or a missing address. */
export function RemindDialog({ detail, onClose }: { detail: AdminInviterDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const [busy, setBusy] = useState(false)
  const {
    inviter: { id, username, email, receive_address: address },
    summary: { pending_count: count, settlement_amount: amount },
  } = detail
  const send = async () => {
    setBusy(true)
    try {
      await act(
        () => sendReminder(id),
        ({ mail_sent: isSent, next_allowed_at: next }) =>
          isSent
            ? t('admin.dividends.detail.reminded', { time: momentOf(t, next) })
            : t('admin.dividends.detail.remindedLater'),
      )
    } catch (failure) {
      if (!endsHere(failure)) showFailure(failure)
    }
    onClose()
  }
  return (
    <>
      <Confirm
        title={t('admin.dividends.detail.remindTitle', { name: username })}
        confirm={t('admin.dividends.detail.remindConfirm')}
        busy={busy}
        onConfirm={() => void send()}
        onCancel={onClose}
      >
        {t(address === null ? 'admin.dividends.detail.remindMissing' : 'admin.dividends.detail.remindSet', {
          email,
          count,
          amount: moneyOf(amount),
        })}
      </Confirm>
      {stepUp}
    </>
  )
}
