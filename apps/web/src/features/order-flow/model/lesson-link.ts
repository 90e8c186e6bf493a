import { create } from 'zustand'

/** What was asked of the lessons, whose code loads on demand. */
export const useLessonLink = create<{
  /** Id of a link that was opened. */
  readonly id: string | null
  readonly isStarting: boolean
}>()(() => ({ id: null, isStarting: false }))

export const startLesson = (): void => useLessonLink.setState({ isStarting: true })

export function readLessonParameter(parameters: URLSearchParams): void {
  const id = parameters.get('lesson')
  if (id) useLessonLink.setState({ id })
}
