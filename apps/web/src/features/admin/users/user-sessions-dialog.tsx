import type { AdminUser } from '@flowprint/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failure-text.ts'
import { endsHere, sayFailure } from '../../../shared/http/react-to-failure.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Loading } from '../../../shared/ui/page/states.tsx'
import { loadUserSessions, revokeUserSession } from '../calls.ts'
import { ADMIN_KEY } from '../list/use-rows.ts'
import styles from '../parts/parts.module.css'
import { momentOf } from '../parts/show.ts'
import { useAct } from '../parts/use-act.ts'
import { useStepUp } from '../../../shared/ui/step-up/use-step-up.tsx'

/** Where somebody is signed in, each to be ended. */
export function UserSessionsDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const { withStepUp, dialog } = useStepUp()
  const [busy, setBusy] = useState(false)
  const { data, error } = useQuery({
    queryKey: [...ADMIN_KEY, 'sessions', user.id], queryFn: ({ signal }) => withStepUp(() => loadUserSessions(user.id, signal)), staleTime: 0, retry: false,
  })
  const end = async (id: number) => {
    setBusy(true)
    try {
      await act(() => revokeUserSession(id), () => t('admin.users.sessions.ended'))
    } catch (failure) {
      if (!endsHere(failure)) sayFailure(failure)
    }
    setBusy(false)
  }
  return (
    <>
      <Dialog title={t('admin.users.sessions.title', { name: user.username })} onClose={onClose}>
        <div className={styles.body}>
          {error && !data && <p className={styles.bad} role="alert">{failureText(t, error)}</p>}
          {!data && !error && <Loading as="words" />}
          {data?.list.length === 0 && <p role="status">{t('admin.users.sessions.empty')}</p>}
          {data?.list.map(({ id, ua, created_at: since, last_seen_at: seen }) => (
            <div key={id} className={styles.between}>
              <div>
                <p lang="zxx">{ua || t('admin.users.sessions.unknown')}</p>
                <p className={styles.quiet}>{t('admin.users.sessions.seen', { time: momentOf(t, seen) })} · {t('admin.users.sessions.since', { time: momentOf(t, since) })}</p>
              </div>
              <Button look="outlined" disabled={busy} aria-label={t('admin.users.sessions.endOf', { device: ua || t('admin.users.sessions.unknown') })} onClick={() => void end(id)}>
                {t('admin.users.sessions.end')}
              </Button>
            </div>
          ))}
        </div>
      </Dialog>
      {stepUp}
      {dialog}
    </>
  )
}
