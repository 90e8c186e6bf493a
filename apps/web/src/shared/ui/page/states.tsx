import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../http/failure-text.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icons.tsx'
import styles from './states.module.css'

interface FailedProps {
  /** What could not be loaded, in a sentence. */
  readonly title?: string
  readonly error: unknown
  readonly onRetry: () => unknown
  /** On a card, which has a surface of its own. */
  readonly inset?: boolean
}

/** What was asked for did not come: why, and a way to ask again. */
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
      <Button look="outlined" large onClick={() => onRetry()}>
        {t('common.retry')}
      </Button>
    </div>
  )
}

interface EmptyProps {
  readonly title: string
  readonly text?: string
  readonly inset?: boolean
  /** What to do about it. */
  readonly children?: ReactNode
}

/** The answer came and holds nothing. */
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
  /** Rows of a list, cards beside each other, lines of text. */
  readonly as?: 'rows' | 'cards' | 'words'
  readonly count?: number
}

/** The shape of what is on its way; said to those who do not see it. */
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
