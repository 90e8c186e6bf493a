import type { ReactNode } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { Icon, type IconName } from '../../../shared/ui/icons.tsx'
import styles from './state-panel.module.css'

type Tone = 'bad' | 'calm'

const MARKS: Readonly<Record<Tone, IconName>> = { bad: 'warning', calm: 'search' }

interface StatePanelProps {
  readonly tone: Tone
  readonly title: string
  /** What it stands for on its page. */
  readonly heading: 'h1' | 'h2' | 'p'
  readonly action?: string
  readonly busy?: boolean
  readonly onAction?: () => void
  readonly children?: ReactNode
  readonly more?: ReactNode
}

/** What is said where something would stand otherwise. */
export function StatePanel({ tone, title, heading: Heading, action, busy, onAction, children, more }: StatePanelProps) {
  return (
    <div className={`${styles.panel} ${styles[tone]}`} role={tone === 'bad' ? 'alert' : undefined}>
      <span className={styles.mark}><Icon name={MARKS[tone]} size={20} /></span>
      <Heading className={styles.title}>{title}</Heading>
      {children && <p className={styles.text}>{children}</p>}
      {action !== undefined && <Button look="outlined" large disabled={busy} onClick={onAction}>{action}</Button>}
      {more}
    </div>
  )
}
