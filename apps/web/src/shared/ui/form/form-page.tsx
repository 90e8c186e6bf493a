import type { ReactNode } from 'react'
import styles from './form.module.css'
import { Kit } from './kit.tsx'

interface FormPageProps {
  readonly title: string
  /** Description of the page in a sentence. */
  readonly lead?: ReactNode
  /** Links under the form. */
  readonly more?: ReactNode
  /** Late content, last so that it moves nothing. */
  readonly after?: ReactNode
  readonly children?: ReactNode
}

/** A single-column page with a heading: forms and their results. Provides TDesign's texts and colours. */
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
