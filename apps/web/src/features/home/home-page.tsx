import { Suspense } from 'react'
import { needWords } from '../../shared/i18n/setup.ts'
import { lazyPart } from '../../shared/ui/lazy-part.ts'
import { Hero } from './hero/hero.tsx'
import styles from './home.module.css'

// The document is prerendered; texts hydrate first, the demo and the lower sections afterwards.
const DemoCard = lazyPart(async () => ({ default: (await import('./demo/demo-card.tsx')).DemoCard }))
const Sections = lazyPart(async () => ({
  default: (await Promise.all([import('./sections.tsx'), needWords('home')]))[0].Sections,
}))

/** /: describes the product, next to a live chart. */
export function Page() {
  return (
    <div className={styles.page}>
      <div className={styles.first}>
        <Hero />
        <Suspense fallback={<div className="h-[550px]" />}>
          <DemoCard />
        </Suspense>
      </div>
      <Suspense fallback={<div className="min-h-[2400px]" />}>
        <Sections />
      </Suspense>
    </div>
  )
}
