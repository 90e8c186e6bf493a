import { Suspense } from 'react'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { lazyPart } from '../../../../shared/ui/lazy-part.ts'
import { useTour } from './use-tour.ts'

const Tour = lazyPart(async () => {
  const [{ Tour }] = await Promise.all([import('./tour.tsx'), needWords('tour')])
  return { default: Tour }
})

/** The tour, for accounts that have not seen it; `isReady`: bars are loaded. */
export function FirstTour({ isReady }: { isReady: boolean }) {
  const tour = useTour()
  return isReady && tour.isWanted ? (
    <Suspense fallback={null}>
      <Tour onDone={tour.finish} />
    </Suspense>
  ) : null
}
