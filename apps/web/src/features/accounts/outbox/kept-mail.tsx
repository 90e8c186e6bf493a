import type { Outbox } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { localeOf, useLanguage } from '../../../shared/i18n/language.ts'
import { Tag } from '../../../shared/ui/tag.tsx'
import { formatTime } from '../../../shared/format/time.ts'
import { pageOfLink } from '../mail-link.ts'
import styles from './outbox.module.css'

/** A mail as text; rendering its HTML would insert external markup. */
export function KeptMail({ mail }: { mail: Outbox['list'][number] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <li className={styles.mail} data-mail={mail.template}>
      <p className="flex items-center justify-between gap-2 text-faint text-s">
        <Tag>{mail.template}</Tag>
        <time dateTime={mail.created_at}>{formatTime(mail.created_at, language)}</time>
      </p>
      <h2 className="text-l font-semibold" lang={localeOf(mail.language)}>
        {mail.subject}
      </h2>
      <p className="text-m text-muted">{t('accounts.outbox.to', { to: mail.to })}</p>
      {mail.links.map((link) => (
        <Link key={link} to={pageOfLink(link)} className="text-m">
          {t('accounts.outbox.open')} {new URL(link, location.href).pathname}
        </Link>
      ))}
      <details>
        <summary>{t('accounts.outbox.content')}</summary>
        <pre className={styles.text} lang={localeOf(mail.language)}>
          {mail.text}
        </pre>
      </details>
    </li>
  )
}
