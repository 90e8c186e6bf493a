import type { ReactNode } from 'react'
import styles from './section.module.css'

interface SectionProps {
  readonly id?: string
  readonly heading: string
  readonly lead?: string
  readonly children: ReactNode
}

/** A section below the first screen. */
export function Section({ id, heading, lead, children }: SectionProps) {
  return (
    <section id={id} className={styles.section}>
      <h2 className={styles.heading}>{heading}</h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  )
}
