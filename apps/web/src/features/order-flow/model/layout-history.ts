import { encodeSettings } from '@flowprint/orderflow'
import { create } from 'zustand'
import type { ChartScope } from './chart-scope.ts'
import { useLayout } from './layout-store.ts'
import { useChartSettings } from './settings-store.ts'
import { encodeView, type ChartPreferences } from './view-settings.ts'

type Parts = Readonly<Record<string, boolean>>

/** Panels of the page, studies and appearance of a chart at one moment. */
interface Step {
  readonly scope: ChartScope
  readonly parts: Parts
  readonly preferences: ChartPreferences
}

const MAX_STEPS = 50
/** Changes within this time are one step: a slider sends many. */
const GROUP_MS = 600

/** Steps before and after the current layout. */
export const useLayoutHistory = create<{ readonly undo: readonly Step[]; readonly redo: readonly Step[] }>()(() => ({
  undo: [],
  redo: [],
}))

const currentStep = (scope: ChartScope): Step => {
  const { indicators, view } = useChartSettings.of(scope).getState()
  const parts = Object.entries(useLayout.getState()).filter(
    (part): part is [string, boolean] => typeof part[1] === 'boolean',
  )
  return { scope, parts: Object.fromEntries(parts), preferences: { indicators, view } }
}

/** Differs for any two layouts that look different. */
const keyOf = ({ parts, preferences: { indicators, view } }: Step) =>
  JSON.stringify([parts, encodeSettings(indicators), encodeView(view)])

let current: Step | null = null
let changedAt = -Infinity
let isRestoring = false

/**
 * Records changes of the layout and of this chart until the returned function is called. Other pages and charts have
 * none: the history starts empty.
 */
export function followLayout(scope: ChartScope, now: () => number = () => performance.now()): () => void {
  current = currentStep(scope)
  changedAt = -Infinity
  useLayoutHistory.setState({ undo: [], redo: [] })
  const onChange = () => {
    if (isRestoring || current === null) return
    const next = currentStep(scope)
    if (keyOf(next) === keyOf(current)) return
    const { undo } = useLayoutHistory.getState()
    const at = now()
    const isSameStep = at - changedAt < GROUP_MS && undo.length > 0
    useLayoutHistory.setState({ undo: isSameStep ? undo : [...undo, current].slice(-MAX_STEPS), redo: [] })
    changedAt = at
    current = next
  }
  const stops = [useLayout.subscribe(onChange), useChartSettings.of(scope).subscribe(onChange)]
  return () => {
    for (const stop of stops) stop()
    current = null
  }
}

/** Restores the layout before the last change; false when there is none. */
export const undoLayout = (): boolean => move('undo', 'redo')

/** Restores the layout that was undone last; false when there is none. */
export const redoLayout = (): boolean => move('redo', 'undo')

function move(from: 'undo' | 'redo', to: 'undo' | 'redo'): boolean {
  const history = useLayoutHistory.getState()
  const step = history[from].at(-1)
  if (step === undefined || current === null) return false
  const left = current
  isRestoring = true
  try {
    useChartSettings.of(step.scope).getState().change(step.preferences)
    const { fold } = useLayout.getState()
    const parts = Object.entries(step.parts) as [Parameters<typeof fold>[0], boolean][]
    // Closing first leaves room: an opened panel may close another one.
    for (const isOpen of [false, true])
      for (const [part, open] of parts) if (open === isOpen && useLayout.getState()[part] !== open) fold(part, open)
  } finally {
    isRestoring = false
  }
  current = currentStep(step.scope)
  changedAt = -Infinity
  useLayoutHistory.setState({
    [from]: history[from].slice(0, -1),
    [to]: [...history[to], left],
  } as Partial<typeof history>)
  return true
}
