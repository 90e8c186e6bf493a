import { useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../../model/chart-scope.ts'
import { addCommands } from '../../../../shared/commands/commands.ts'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { isOverlayOpen } from '../../../../shared/ui/overlays.ts'
import { chartLayout, followLayout, type LayoutSource, redoLayout, undoLayout } from '../../model/layout-history.ts'
import type { ChartCommandsOptions } from './chart-commands.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input:not([type=radio]), textarea, select, [contenteditable]') !== null

/** Alt and Z undo, Alt Shift and Z redo changes of the layout: Ctrl and Z belong to the drawings. */
export function layoutStepOf(
  press: Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
): 'undo' | 'redo' | null {
  // Alt changes the character on some keyboards.
  if (press.code !== 'KeyZ' || !press.altKey || press.ctrlKey || press.metaKey) return null
  return press.shiftKey ? 'redo' : 'undo'
}

/** Offers the commands of the chart page to the palette while mounted. */
export function PageCommands(options: ChartCommandsOptions) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const list = useEffectEvent(async () => {
    const [{ chartCommands }] = await Promise.all([
      import('./chart-commands.ts'),
      needWords('palette'),
      needWords('toolbar'),
      needWords('indicators'),
      needWords('derivatives'),
      needWords('replay'),
      needWords('moments'),
    ])
    return chartCommands(t, scope, options)
  })
  useEffect(() => addCommands(() => list()), [])
  return null
}

/** Undoes changes of the page's panels and of its chart while mounted. */
export function ChartUndo() {
  const scope = useChartScope()
  useLayoutUndo(useMemo(() => chartLayout(scope), [scope]))
  return null
}

/** Records changes of the layout and of this source, with the keys that undo them, while mounted. */
export function useLayoutUndo(source: LayoutSource): void {
  useEffect(() => followLayout(source), [source])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = layoutStepOf(event)
    if (step === null || event.defaultPrevented || isTyping(event.target) || isOverlayOpen()) return
    event.preventDefault()
    if (step === 'undo') undoLayout()
    else redoLayout()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
