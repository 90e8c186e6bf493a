import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from './terms-note.module.css'

/** Placeholder for the link in the sentence; must not occur in the catalogue. */
const PLACEHOLDER = '\u0000'

/** Consent note of a form. The terms open in a new tab, so that input is not lost. */
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
