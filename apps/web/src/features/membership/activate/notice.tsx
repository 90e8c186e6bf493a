import type { ReactNode } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { Icon, type IconName } from '../../../shared/ui/icons.tsx'
import styles from './notice.module.css'

type Tone = 'good' | 'bad' | 'calm'

const MARKS: Readonly<Record<Tone, IconName>> = { good: 'check', bad: 'warning', calm: 'clock' }

interface NoticeProps {
  readonly tone: Tone
  readonly title: string
  readonly action?: string
  readonly onAction?: () => void
  readonly children?: ReactNode
}

/** A status message in place of the usual content. */
export function Notice({ tone, title, action, onAction, children }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <span className={styles.mark}>
        <Icon name={MARKS[tone]} />
      </span>
      <div className="flex flex-1 flex-col gap-2 min-w-0 pt-1 text-muted">
        <p className="text-default text-xl font-semibold">{title}</p>
        {children}
        {action !== undefined && (
          <div>
            <Button variant="outlined" size="large" onClick={onAction}>
              {action}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
