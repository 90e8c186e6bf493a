import { Suspense, useState } from 'react'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { readText } from '../../../../shared/local-store.ts'
import { lazyPart } from '../../../../shared/ui/lazy-part.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import { useLessonLink } from '../../model/lesson-link.ts'
import type { LessonReplay } from './follow-leader.ts'
import { LESSON_KEY } from './lesson-key.ts'

const LessonBar = lazyPart(async () => {
  const [{ LessonBar: component }] = await Promise.all([import('./lesson-bar.tsx'), needWords('replay')])
  return { default: component }
})
const LessonChart = lazyPart(async () => {
  const [{ LessonChart: component }] = await Promise.all([import('./lesson-chart.tsx'), needWords('replay')])
  return { default: component }
})

/** Whether this tab has, or had, a lesson. */
function useHasLesson(): boolean {
  const isAsked = useLessonLink(({ id, isStarting }) => id !== null || isStarting)
  const [hadLesson, setHadLesson] = useState(() => readText(LESSON_KEY, 'sessionStorage') !== null)
  if (isAsked && !hadLesson) setHadLesson(true)
  return isAsked || hadLesson
}

/** The lesson that the page leads or follows, above the chart. */
export function Lessons({ replay }: { readonly replay: LessonReplay }) {
  return useHasLesson() ? (
    <Suspense fallback={null}>
      <LessonBar replay={replay} />
    </Suspense>
  ) : null
}

/** A chart's part in the lesson: range and crosshair. */
export function LessonOfChart({ controller }: { readonly controller: ChartController }) {
  return useHasLesson() ? (
    <Suspense fallback={null}>
      <LessonChart controller={controller} />
    </Suspense>
  ) : null
}
