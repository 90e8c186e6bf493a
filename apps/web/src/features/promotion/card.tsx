import { useId, type ReactNode } from 'react'
import styles from './promotion.module.css'

/** A part of the page under its heading; `side` stands at the heading's right. */
export function Card({ title, side, children }: { title: string; side?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <h2 id={id} className={styles.cardTitle}>{title}</h2>
        {side}
      </div>
      {children}
    </section>
  )
}
