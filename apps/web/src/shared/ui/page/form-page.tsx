import type { ReactNode } from 'react'
import styles from './page.module.css'

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

/** A single-column page with a heading: forms and their results. */
export function FormPage({ title, lead, more, after, children }: FormPageProps) {
  return (
    <div className={styles.formPage}>
      <section className="flex flex-col gap-4 w-[min(400px,100%)]">
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
        {more && <div className={styles.more}>{more}</div>}
        {after}
      </section>
    </div>
  )
}
