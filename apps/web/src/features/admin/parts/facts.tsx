import type { ReactNode } from 'react'
import styles from './parts.module.css'

/** A list of facts, one per line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-1.5">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
