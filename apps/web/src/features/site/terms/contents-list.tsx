import { useTranslation } from 'react-i18next'
import type { Heading } from '../../../shared/ui/markdown/addresses.ts'
import styles from './terms.module.css'
import { useReading } from '../content/sections.ts'

/** Table of contents: next to the text, or folded above it on narrow screens. */
export function ContentsList({ headings }: { headings: readonly Heading[] }) {
  const { t } = useTranslation()
  const reading = useReading(headings.map(({ id }) => id))
  const links = (
    <ol>
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`} aria-current={id === reading ? 'location' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  )
  return (
    <>
      <nav className={styles.contents} aria-label={t('site.terms.contents')}>
        <p className="px-3 pb-2 text-faint font-semibold">{t('site.terms.contents')}</p>
        {links}
      </nav>
      <details className={styles.folded}>
        <summary>{t('site.terms.contents')}</summary>
        {links}
      </details>
    </>
  )
}
