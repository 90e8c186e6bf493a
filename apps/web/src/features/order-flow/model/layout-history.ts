import { encodeSettings } from '@flowprint/orderflow'
import { create } from 'zustand'
import type { ChartScope } from './chart-scope.ts'
import { useLayout } from './layout-store.ts'
import { useChartSettings } from './settings-store.ts'
import { encodeView, type ChartPreferences } from './view-settings.ts'

type Parts = Readonly<Record<string, boolean>>

/** What the history covers besides the panels of the page. */
export interface LayoutSource {
  /** Immutable; `restore` shows it again. */
  read(): unknown
  restore(content: unknown): void
  /** Differs for any two contents that are different steps. */
  keyOf(content: unknown): string
  subscribe(listener: () => void): () => void
}

/** Panels of the page and the content of the source at one moment. */
interface Step {
  readonly parts: Parts
  readonly content: unknown
}

const MAX_STEPS = 50
/** Changes of the same value within this time are one step: a slider sends many. */
const GROUP_MS = 600

/** Steps before and after the current layout. */
export const useLayoutHistory = create<{ readonly undo: readonly Step[]; readonly redo: readonly Step[] }>()(() => ({
  undo: [],
  redo: [],
}))

/** Studies and appearance of a chart. */
export function chartLayout(scope: ChartScope): LayoutSource {
  const store = useChartSettings.of(scope)
  return {
    read: (): ChartPreferences => {
      const { indicators, view } = store.getState()
      return { indicators, view }
    },
    restore: (content) => store.getState().change(content as ChartPreferences),
    keyOf(content) {
      const { indicators, view } = content as ChartPreferences
      return `${encodeSettings(indicators)} ${encodeView(view)}`
    },
    subscribe: (listener) => store.subscribe(listener),
  }
}

function currentStep(from: LayoutSource): Step {
  const parts = Object.entries(useLayout.getState()).filter(
    (part): part is [string, boolean] => typeof part[1] === 'boolean',
  )
  return { parts: Object.fromEntries(parts), content: from.read() }
}

/** Paths of the values that differ. */
function changedPaths(before: unknown, after: unknown, path = ''): string[] {
  if (Object.is(before, after)) return []
  if (!isObject(before) || !isObject(after)) return [path]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => changedPaths(before[name], after[name], `${path}/${name}`))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** What a change is about: the panels, of which one may close another, or the changed values of the content. */
const changesOf = (before: Step, after: Step): string[] =>
  JSON.stringify(before.parts) === JSON.stringify(after.parts)
    ? changedPaths(before.content, after.content)
    : ['panels']

const keyOf = (from: LayoutSource, { parts, content }: Step) => JSON.stringify([parts, from.keyOf(content)])

let source: LayoutSource | null = null
let current: Step | null = null
/** The last change and what it changed; null when the next one begins a step. */
let lastChange: { readonly at: number; readonly paths: readonly string[] } | null = null
let isRestoring = false

/**
 * Records changes of the layout and of this source until the returned function is called. Other pages and charts have
 * none: the history starts empty.
 */
export function followLayout(followed: LayoutSource, now: () => number = () => performance.now()): () => void {
  source = followed
  clearLayoutHistory()
  const onChange = () => {
    if (isRestoring || current === null) return
    const next = currentStep(followed)
    if (keyOf(followed, next) === keyOf(followed, current)) {
      current = next
      return
    }
    const { undo } = useLayoutHistory.getState()
    const change = { at: now(), paths: changesOf(current, next) }
    const isSameStep =
      lastChange !== null &&
      change.at - lastChange.at < GROUP_MS &&
      change.paths.some((path) => lastChange?.paths.includes(path))
    useLayoutHistory.setState({ undo: isSameStep ? undo : [...undo, current].slice(-MAX_STEPS), redo: [] })
    lastChange = change
    current = next
  }
  const stops = [useLayout.subscribe(onChange), followed.subscribe(onChange)]
  return () => {
    for (const stop of stops) stop()
    source = null
    current = null
  }
}

/** Forgets all steps: what the source holds has nothing to do with what it held before. */
export function clearLayoutHistory(): void {
  current = source && currentStep(source)
  lastChange = null
  useLayoutHistory.setState({ undo: [], redo: [] })
}

/** Restores the layout before the last change; false when there is none. */
export const undoLayout = (): boolean => move('undo', 'redo')

/** Restores the layout that was undone last; false when there is none. */
export const redoLayout = (): boolean => move('redo', 'undo')

function move(from: 'undo' | 'redo', to: 'undo' | 'redo'): boolean {
  const history = useLayoutHistory.getState()
  const step = history[from].at(-1)
  if (step === undefined || current === null || source === null) return false
  const left = current
  isRestoring = true
  try {
    source.restore(step.content)
    const { fold } = useLayout.getState()
    const parts = Object.entries(step.parts) as [Parameters<typeof fold>[0], boolean][]
    // Closing first leaves room: an opened panel may close another one.
    for (const isOpen of [false, true])
      for (const [part, open] of parts) if (open === isOpen && useLayout.getState()[part] !== open) fold(part, open)
  } finally {
    isRestoring = false
  }
  current = currentStep(source)
  lastChange = null
  useLayoutHistory.setState({
    [from]: history[from].slice(0, -1),
    [to]: [...history[to], left],
  } as Partial<typeof history>)
  return true
}
