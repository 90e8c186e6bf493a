import { Suspense } from 'react'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { lazyPart } from '../../../../shared/ui/lazy-part.ts'
import { useReplay } from '../../model/replay-store.ts'

/** The panel, which loads with its texts when it is first open. */
export const PracticePart = lazyPart(async () => {
  const [{ PracticePanel: component }] = await Promise.all([import('./practice-panel.tsx'), needWords('practice')])
  return { default: component }
})

const PracticeResults = lazyPart(async () => {
  const [{ PracticeResults: component }] = await Promise.all([import('./practice-results.tsx'), needWords('practice')])
  return { default: component }
})

/** The final statistics when a replay with practice has ended. */
export function PracticeEnd() {
  const hasResult = useReplay((state) => state.hasPracticeResult)
  return <Suspense fallback={null}>{hasResult && <PracticeResults />}</Suspense>
}
