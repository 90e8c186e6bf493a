import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './link-button.module.css'

/** A link styled as a button. */
export function LinkButton({ to, quiet, children }: { to: string; quiet?: boolean; children: ReactNode }) {
  return (
    <Link to={to} className={quiet ? `${styles.linkButton} ${styles.quiet}` : styles.linkButton}>
      {children}
    </Link>
  )
}

export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
