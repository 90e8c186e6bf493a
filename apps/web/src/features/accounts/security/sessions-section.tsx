import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endsHere, showFailure } from '../../../shared/http/failures.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Confirm } from '../../../shared/ui/confirm.tsx'
import { Failed, Loading } from '../../../shared/ui/page/states.tsx'
import { showToast } from '../../../shared/ui/toasts.ts'
import { revokeSession, SESSIONS_KEY, useSessions } from '../calls.ts'
import { Section } from '../parts/section.tsx'
import { SessionItem } from './session-item.tsx'

/** Active sessions; ends one, or all others at once. */
export function SessionsSection() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useSessions()
  const others = data?.list.filter(({ current }) => !current) ?? []
  const inOrder = [...(data?.list.filter(({ current }) => current) ?? []), ...others]

  const revoke = async (body: { id: number } | { all: true }, done: string) => {
    setBusy(true)
    try {
      await revokeSession(body)
      showToast(done)
    } catch (failure) {
      if (!endsHere(failure)) showFailure(failure)
    }
    await client.invalidateQueries({ queryKey: SESSIONS_KEY })
    setBusy(false)
    setAsking(false)
  }

  return (
    <Section title={t('accounts.security.sessions.heading')} lead={t('accounts.security.sessions.text')}>
      {!data && (error ? <Failed error={error} onRetry={refetch} /> : <Loading count={2} />)}
      {data && (
        <ul className="flex flex-col">
          {inOrder.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              busy={busy}
              onRevoke={() => void revoke({ id: session.id }, t('accounts.security.sessions.revoked'))}
            />
          ))}
        </ul>
      )}
      {data && others.length === 0 && <p className="text-muted text-m">{t('accounts.security.sessions.alone')}</p>}
      {others.length > 0 && (
        <Button variant="outlined" size="large" onClick={() => setAsking(true)}>
          {t('accounts.security.sessions.others')}
        </Button>
      )}
      {asking && (
        <Confirm
          title={t('accounts.security.sessions.othersTitle')}
          confirm={t('accounts.security.sessions.othersConfirm')}
          busy={busy}
          onCancel={() => setAsking(false)}
          onConfirm={() => void revoke({ all: true }, t('accounts.security.sessions.othersRevoked'))}
        >
          {t('accounts.security.sessions.othersText', { count: others.length })}
        </Confirm>
      )}
    </Section>
  )
}
