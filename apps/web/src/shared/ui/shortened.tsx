import { useTranslation } from 'react-i18next'
import { CopyButton } from './copy-button.tsx'
import { Icon } from './icons.tsx'
import styles from './shortened.module.css'
import { shortenMiddle } from './shorten.ts'

interface ShortenedProps {
  readonly text: string
  /** Its name: "Transaction ID". */
  readonly what: string
  /** URL in the explorer. */
  readonly href?: string
}

/** An address or ID truncated in the middle; whole on hover, for screen readers, in the clipboard and on paper. */
export function Shortened({ text, what, href }: ShortenedProps) {
  const { t } = useTranslation()
  const look = t('business.explorer')
  return (
    <span className={styles.shortened}>
      <code className={styles.text} lang="zxx" data-tip={text}>
        <span className={styles.short} aria-hidden="true">
          {shortenMiddle(text)}
        </span>
        <span className={styles.whole}>{text}</span>
      </code>
      <CopyButton text={text} what={what} />
      {href !== undefined && (
        <a
          className={styles.link}
          href={href}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={look}
          data-tip={look}
        >
          <Icon name="external" size={14} />
        </a>
      )}
    </span>
  )
}
