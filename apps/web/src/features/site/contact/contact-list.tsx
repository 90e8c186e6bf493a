import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../shared/ui/copy-button.tsx'
import type { ContactWay } from './contact-ways.ts'
import styles from './contact.module.css'

/** The operator's published addresses, each with a link or copy button. */
export function ContactList({ ways }: { ways: readonly ContactWay[] }) {
  const { t } = useTranslation()
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-xl font-[640] tracking-[-0.01em]">{t('site.contact.ways')}</h2>
      <dl className="flex flex-col">
        {ways.map(({ kind, text, href }) => (
          <div key={text} className={styles.way}>
            <dt>{t(`site.contact.${kind}`)}</dt>
            <dd>
              {href === null ? (
                <span>{text}</span>
              ) : (
                <a href={href} rel="noreferrer noopener" target={kind === 'link' ? '_blank' : undefined}>
                  {text}
                </a>
              )}
              <CopyButton text={text} what={text} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
