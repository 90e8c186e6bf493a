import { useId, type ReactNode } from 'react'
import styles from './page.module.css'

interface PageHeadProps {
  readonly title: string
  /** Description of the page in a sentence. */
  readonly lead?: string
  /** Actions at the right of the title; not printed. */
  readonly tools?: ReactNode
  /** For pages full of records. */
  readonly dense?: boolean
}

/** Heading of a page with its actions. */
export function PageHead({ title, lead, tools, dense }: PageHeadProps) {
  return (
    <header className={dense ? `${styles.head} ${styles.dense}` : styles.head}>
      <div className="flex flex-col gap-1 min-w-0">
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {tools && (
        <div className={styles.tools} data-screen="">
          {tools}
        </div>
      )}
    </header>
  )
}

interface PageFrameProps extends Omit<PageHeadProps, 'dense'> {
  /** For long texts. */
  readonly narrow?: boolean
  readonly children: ReactNode
}

/** A page of cards and lists with a heading. Forms use FormPage, the back office has its own frame. */
export function PageFrame({ narrow, children, ...head }: PageFrameProps) {
  return (
    <div className={narrow ? `${styles.page} ${styles.narrow}` : styles.page}>
      <PageHead {...head} />
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
    <section
      className="flex flex-col gap-4 min-w-0 p-5 rounded-md bg-surface-1 inset-border max-tablet:p-4"
      aria-labelledby={id}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 min-h-7">
        <h2 id={id} className="text-xl font-semibold">
          {title}
        </h2>
        {side}
      </header>
      {children}
    </section>
  )
}
