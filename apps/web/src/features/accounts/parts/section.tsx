import { useId, type ReactNode } from 'react'
import styles from './parts.module.css'

interface SectionProps {
  readonly title: string
  readonly lead?: string
  /** Status next to the title. */
  readonly state?: ReactNode
  readonly children?: ReactNode
}

export function Section({ title, lead, state, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id} className={styles.sectionTitle}>
          {title}
        </h2>
        {state}
      </div>
      {lead && <p className={styles.text}>{lead}</p>}
      {children}
    </section>
  )
}
