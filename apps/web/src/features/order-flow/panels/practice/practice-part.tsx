import { needWords } from '../../../../shared/i18n/setup.ts'
import { lazyPart } from '../../../../shared/ui/lazy-part.ts'

/** The panel, which loads with its texts when it is first open. */
export const PracticePart = lazyPart(async () => {
  const [{ PracticePanel: component }] = await Promise.all([import('./practice-panel.tsx'), needWords('practice')])
  return { default: component }
})
