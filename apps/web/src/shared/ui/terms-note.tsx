import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from './terms-note.module.css'

/** Stands for the link while the sentence is put together; no catalogue holds it. */
const PLACEHOLDER = '\u0000'

/** What one agrees to by sending a form. The terms open in another tab: nothing that was typed is lost. */
export function TermsNote({ words }: { readonly words: (terms: string) => string }) {
  const { t } = useTranslation()
  const [before, after] = words(PLACEHOLDER).split(PLACEHOLDER)
  return (
    <p className={styles.note}>
      {before}
      <Link to="/others/service-term" target="_blank" rel="noreferrer">
        {t('shell.terms')}
      </Link>
      {after}
    </p>
  )
}
