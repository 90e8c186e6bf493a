import type { ReactNode } from 'react'
import styles from './hero.module.css'

interface HeroProps {
  readonly title: string
  readonly lead?: string
  readonly before?: ReactNode
  readonly children?: ReactNode
}

/** Hero section of a page. */
export function Hero({ title, lead, before, children }: HeroProps) {
  return (
    <header className={styles.hero}>
      <div className={styles.inner}>
        {before}
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
    </header>
  )
}
