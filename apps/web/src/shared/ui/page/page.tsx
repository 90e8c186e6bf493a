import { useId, type ReactNode } from 'react'
import '../../theme/print.css'
import styles from './page.module.css'

interface PageFrameProps {
  readonly title: string
  /** Description of the page in a sentence. */
  readonly lead?: string
  /** Actions at the right of the title; not printed. */
  readonly tools?: ReactNode
  /** For long texts. */
  readonly narrow?: boolean
  readonly children: ReactNode
}

/** A page of cards and lists with a heading. Forms use FormPage, the back office has its own frame. */
export function PageFrame({ title, lead, tools, narrow, children }: PageFrameProps) {
  return (
    <div className={narrow ? `${styles.page} ${styles.narrow}` : styles.page}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {tools && (
          <div className={styles.tools} data-screen="">
            {tools}
          </div>
        )}
      </header>
      {children}
    </div>
  )
}

interface CardProps {
  readonly title: string
  /** At the right of the title. */
  readonly side?: ReactNode
  readonly children: ReactNode
}

/** A section of the page with a heading. */
export function Card({ title, side, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.cardHead}>
        <h2 id={id} className={styles.cardTitle}>
          {title}
        </h2>
        {side}
      </header>
      {children}
    </section>
  )
}
