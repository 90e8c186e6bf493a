import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '../../../shared/ui/icons.tsx'
import styles from './parts.module.css'

interface OutcomeProps {
  readonly tone: 'good' | 'bad'
  /** The main message. */
  readonly message: string
  readonly children?: ReactNode
}

/** The result, in place of the form; it receives focus, so that screen readers announce it. */
export function Outcome({ tone, message, children }: OutcomeProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  return (
    <div
      ref={panel}
      tabIndex={-1}
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`${styles.outcome} ${styles[tone]}`}
    >
      <span className={styles.mark}>
        <Icon name={tone === 'bad' ? 'warning' : 'check'} />
      </span>
      <div className="flex flex-col gap-1.5 min-w-0 pt-[3px] wrap-anywhere">
        <p className="font-semibold">{message}</p>
        {children && <div className="text-muted text-m">{children}</div>}
      </div>
    </div>
  )
}
