import type { SessionRow } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Tag } from '../../../shared/ui/tag.tsx'
import { formatTime } from '../../../shared/format/time.ts'
import { deviceOf } from '../../../shared/device-name.ts'
import styles from './security.module.css'

interface SessionItemProps {
  readonly session: SessionRow
  readonly busy: boolean
  readonly onRevoke: () => void
}

export function SessionItem({ session, busy, onRevoke }: SessionItemProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { browser, system } = deviceOf(session.ua)
  const device = t('accounts.security.sessions.device', {
    browser: browser ?? t('accounts.security.sessions.unknownBrowser'),
    system: system ?? t('accounts.security.sessions.unknownSystem'),
  })
  return (
    <li className={styles.session} data-session={session.id}>
      <div>
        <p className="flex flex-wrap items-center gap-2 font-semibold" data-tip={session.ua}>
          {device}
          {session.current && <Tag tone="brand">{t('accounts.security.sessions.current')}</Tag>}
        </p>
        <p className="flex flex-col text-muted text-s">
          <span>{t('accounts.security.sessions.lastSeen', { time: formatTime(session.last_seen_at, language) })}</span>
          <span>{t('accounts.security.sessions.created', { time: formatTime(session.created_at, language) })}</span>
        </p>
      </div>
      {!session.current && (
        <Button
          variant="outlined"
          disabled={busy}
          aria-label={t('accounts.security.sessions.revokeOf', { device })}
          onClick={onRevoke}
        >
          {t('accounts.security.sessions.revoke')}
        </Button>
      )}
    </li>
  )
}
