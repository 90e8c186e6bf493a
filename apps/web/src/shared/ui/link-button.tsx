import type { ReactNode } from 'react'
import { Link } from 'react-router'
import button from './button.module.css'
import styles from './link-button.module.css'

interface LinkButtonProps {
  readonly to: string
  readonly variant?: 'primary' | 'outlined'
  readonly children: ReactNode
}

/** A link styled as a button. */
export function LinkButton({ to, variant = 'primary', children }: LinkButtonProps) {
  return (
    <Link to={to} className={`${button.button} ${button[variant]} ${button.large}`}>
      {children}
    </Link>
  )
}

export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
