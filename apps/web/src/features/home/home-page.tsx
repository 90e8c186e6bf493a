import { Suspense } from 'react'
import { needWords } from '../../shared/i18n/setup.ts'
import { lazyPart } from '../../shared/ui/lazy-part.ts'
import { Hero } from './hero/hero.tsx'
import styles from './home.module.css'

// The served document holds the whole page; the words are taken over first, what moves and what lies below come after them.
const DemoCard = lazyPart(async () => ({ default: (await import('./demo/demo-card.tsx')).DemoCard }))
const Sections = lazyPart(async () => ({
  default: (await Promise.all([import('./sections.tsx'), needWords('home')]))[0].Sections,
}))

/** /: what the product does, with a chart that moves beside the words. */
export function Page() {
  return (
    <div className={styles.page}>
      <div className={styles.first}>
        <Hero />
        <Suspense fallback={<div className={styles.demo} />}>
          <DemoCard />
        </Suspense>
      </div>
      <Suspense fallback={<div className={styles.rest} />}>
        <Sections />
      </Suspense>
    </div>
  )
}
