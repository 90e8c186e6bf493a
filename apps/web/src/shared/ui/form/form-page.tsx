import type { ReactNode } from 'react'
import styles from './form.module.css'
import { Kit } from './kit.tsx'

interface FormPageProps {
  readonly title: string
  /** What the page is for, in a sentence. */
  readonly lead?: ReactNode
  /** Ways to other pages, under the form. */
  readonly more?: ReactNode
  /** What may come later than the rest: it stands last, so that it moves nothing. */
  readonly after?: ReactNode
  readonly children?: ReactNode
}

/** A page of one column under its heading: forms and their outcomes. Everything of TDesign inside has its words and colours. */
export function FormPage({ title, lead, more, after, children }: FormPageProps) {
  return (
    <Kit>
      <div className={styles.page}>
        <section className={styles.column}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
          {more && <div className={styles.more}>{more}</div>}
          {after}
        </section>
      </div>
    </Kit>
  )
}
