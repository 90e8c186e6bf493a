import type { ReactNode } from 'react'
import styles from './tag.module.css'

/** A status label next to a name. */
export function Tag({ tone, children }: { tone?: 'warning' | 'brand' | 'good' | 'bad'; children: ReactNode }) {
  return <span className={tone ? `${styles.tag} ${styles[tone]}` : styles.tag}>{children}</span>
}
