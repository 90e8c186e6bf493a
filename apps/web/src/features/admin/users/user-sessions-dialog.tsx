import { MAX_REMARK_LENGTH, type AdminUser, type Sessions } from '@flowprint/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog, DialogBody } from '../../../shared/ui/dialog.tsx'
import { required } from '../../../shared/forms/rules.ts'
import { useForm } from '../../../shared/forms/use-form.ts'
import { Loading } from '../../../shared/ui/page/states.tsx'
import { useStepUp } from '../../../shared/ui/step-up/use-step-up.tsx'
import { loadUserSessions, revokeUserSession } from '../calls.ts'
import { ADMIN_KEY } from '../list/use-list.ts'
import { ActDialog } from '../parts/act-dialog.tsx'
import styles from '../parts/parts.module.css'
import { momentOf } from '../parts/show.ts'
import { useAct } from '../parts/use-act.ts'
import { Callout } from '../../../shared/ui/callout.tsx'
import { TextArea } from '../../../shared/forms/field.tsx'

type Session = Sessions['list'][number]

/** Sessions of a user; each can be ended with a remark. */
export function UserSessionsDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t } = useTranslation()
  const { withStepUp, dialog } = useStepUp()
  const [ending, setEnding] = useState<Session | null>(null)
  const { data, error } = useQuery({
    queryKey: [...ADMIN_KEY, 'sessions', user.id],
    queryFn: ({ signal }) => withStepUp(() => loadUserSessions(user.id, signal)),
    staleTime: 0,
    retry: false,
  })
  if (ending !== null) return <EndSessionDialog user={user} session={ending} onClose={() => setEnding(null)} />
  return (
    <>
      <Dialog title={t('admin.users.sessions.title', { name: user.username })} onClose={onClose}>
        <DialogBody>
          {error && !data && (
            <Callout tone="bad" role="alert">
              {failureText(t, error)}
            </Callout>
          )}
          {!data && !error && <Loading as="words" />}
          {data?.list.length === 0 && <p role="status">{t('admin.users.sessions.empty')}</p>}
          {data?.list.map((session) => (
            <div key={session.id} className={styles.between}>
              <Device session={session} />
              <Button
                variant="outlined"
                aria-label={t('admin.users.sessions.endOf', {
                  device: session.ua || t('admin.users.sessions.unknown'),
                })}
                onClick={() => setEnding(session)}
              >
                {t('admin.users.sessions.end')}
              </Button>
            </div>
          ))}
        </DialogBody>
      </Dialog>
      {dialog}
    </>
  )
}

function EndSessionDialog({ user, session, onClose }: { user: AdminUser; session: Session; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const form = useForm({
    initial: { remark: '' },
    rules: { remark: [required(t('admin.frame.remarkNeeded'))] },
    send: async ({ remark }) => {
      await act(
        () => revokeUserSession({ session_id: session.id, remark: remark.trim() }),
        () => t('admin.users.sessions.ended'),
      )
      onClose()
    },
    failed: (failure) => failure.kind === 'message' && failureText(t, failure),
  })
  return (
    <ActDialog
      title={t('admin.users.sessions.endTitle', { name: user.username })}
      form={form}
      stepUp={stepUp}
      onClose={onClose}
      submit={t('admin.users.sessions.end')}
      evidence={<Device session={session} />}
      happens={<p>{t('admin.users.sessions.endText')}</p>}
    >
      <TextArea
        form={form}
        name="remark"
        label={t('admin.frame.remark')}
        max={MAX_REMARK_LENGTH}
        hint={t('admin.frame.remarkHint')}
      />
    </ActDialog>
  )
}

function Device({ session: { ua, created_at: since, last_seen_at: seen } }: { session: Session }) {
  const { t } = useTranslation()
  return (
    <div>
      <p lang="zxx">{ua || t('admin.users.sessions.unknown')}</p>
      <p className="text-muted text-m">
        {t('admin.users.sessions.seen', { time: momentOf(t, seen) })} ·{' '}
        {t('admin.users.sessions.since', { time: momentOf(t, since) })}
      </p>
    </div>
  )
}
