import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../http/failures.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icons.tsx'
import styles from './states.module.css'

interface FailedProps {
  /** What failed to load, in a sentence. */
  readonly title?: string
  readonly error: unknown
  readonly onRetry: () => unknown
  /** On a card, which already has a surface. */
  readonly inset?: boolean
}

/** Loading failed: the reason, and a retry button. */
export function Failed({ title, error, onRetry, inset }: FailedProps) {
  const { t } = useTranslation()
  const why = failureText(t, error)
  return (
    <div className={inset ? `${styles.state} ${styles.inset}` : styles.state} role="alert">
      <span className={`${styles.mark} ${styles.bad}`}>
        <Icon name="warning" size={20} />
      </span>
      <p className={styles.title}>{title ?? why}</p>
      {title !== undefined && <p>{why}</p>}
      <Button variant="outlined" size="large" onClick={() => onRetry()}>
        {t('common.retry')}
      </Button>
    </div>
  )
}

interface EmptyProps {
  readonly title: string
  readonly text?: string
  readonly inset?: boolean
  /** A suggested action. */
  readonly children?: ReactNode
}

/** The answer was empty. */
export function Empty({ title, text, inset, children }: EmptyProps) {
  return (
    <div className={inset ? `${styles.state} ${styles.inset}` : styles.state} role="status">
      <span className={styles.mark}>
        <Icon name="list" size={20} />
      </span>
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  )
}

interface LoadingProps {
  /** Rows of a list, cards in a grid, lines of text. */
  readonly as?: 'rows' | 'cards' | 'words'
  readonly count?: number
}

/** Loading placeholder, announced to screen readers. */
export function Loading({ as = 'rows', count = 6 }: LoadingProps) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <span className="visually-hidden">{t('shell.loading')}</span>
      <div className={as === 'rows' ? styles.bones : `${styles.bones} ${styles[as]}`} aria-hidden="true">
        {Array.from({ length: count }, (_, bone) => (
          <span key={bone} className={styles.bone}>
            <i />
            <i />
            <i />
          </span>
        ))}
      </div>
    </div>
  )
}
