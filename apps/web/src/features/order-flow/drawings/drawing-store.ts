import { type Drawing, MAX_DRAWINGS } from '@flowprint/contract'
import type { DrawingKind } from '@flowprint/orderflow'
import { type ChartScope, createScopedStore } from '../model/chart-scope.ts'
import { asRecord, STORAGE_KEYS } from '../../../shared/local-store.ts'
import { createPreferences } from '../model/preferences.ts'
import {
  applyChanges,
  type Change,
  DRAWING_COLOURS,
  type DrawingStyle,
  type History,
  NO_HISTORY,
  recorded,
  sameDrawing,
  step,
} from './drawing.ts'

/** Drawing settings of this device. */
interface Preferences {
  /** The magnet: points snap to nearby highs, lows, closes and cell edges. */
  readonly magnet: boolean
  /** All drawings are hidden. */
  readonly hidden: boolean
  /** All drawings are locked. */
  readonly locked: boolean
  /** Style of the next drawing: that of the last. */
  readonly style: DrawingStyle
}

export const useDrawingPreferences = createPreferences(STORAGE_KEYS.drawing, (stored): Preferences => {
  const { magnet, hidden, locked, style } = stored
  const { colour, width } = asRecord(style)
  return {
    magnet: magnet !== false,
    hidden: hidden === true,
    locked: locked === true,
    style: {
      colour: typeof colour === 'string' && /^#[0-9a-f]{6}$/.test(colour) ? colour : DRAWING_COLOURS.blue,
      width: width === 1 || width === 3 || width === 4 ? width : 2,
    },
  }
})

/** 'waiting': stored on this device until the server can be reached; 'refused': the server rejected them. */
export type SaveState = 'loading' | 'saved' | 'saving' | 'waiting' | 'refused'

interface DrawingState {
  readonly symbol: string
  /** The symbol's drawings, bottom first. */
  readonly items: readonly Drawing[]
  readonly save: SaveState
  readonly selected: string | null
  /** The tool used by the next click on the chart. */
  readonly tool: DrawingKind | null
  /** The text being edited; not yet in the list when it is new. */
  readonly writing: Drawing | null
  /** A drawing follows the pointer: floating controls are hidden. */
  readonly moving: boolean
  /** Undo histories of all symbols viewed. */
  readonly histories: Readonly<Record<string, History>>
  /** Switches the symbol; resets selection and tools. */
  open(symbol: string): void
  /** Applies a change from the server or another tab, without an undo step. */
  take(items: readonly Drawing[]): void
  /** Applies one undoable step of the user. */
  commit(changes: readonly Change[]): void
  undo(): void
  redo(): void
}

export const historyOf = ({ histories, symbol }: Pick<DrawingState, 'histories' | 'symbol'>): History =>
  histories[symbol] ?? NO_HISTORY

export const useDrawings = createScopedStore<DrawingState>(() => (set, get) => {
  const change = (changes: readonly Change[], history: History) =>
    set(({ items, selected, symbol, histories }) => {
      const next = applyChanges(items, changes)
      return {
        items: next,
        selected: next.some(({ id }) => id === selected) ? selected : null,
        histories: { ...histories, [symbol]: history },
      }
    })
  const go = (way: 'undo' | 'redo') => {
    const taken = step(historyOf(get()), way)
    if (taken) change(taken.changes, taken.history)
  }
  return {
    symbol: '',
    items: [],
    save: 'loading',
    selected: null,
    tool: null,
    writing: null,
    moving: false,
    histories: {},
    open: (symbol) =>
      set({ symbol, items: [], save: 'loading', selected: null, tool: null, writing: null, moving: false }),
    take: (items) =>
      set(({ selected }) => ({ items, selected: items.some(({ id }) => id === selected) ? selected : null })),
    commit: (changes) => change(changes, recorded(historyOf(get()), changes)),
    undo: () => go('undo'),
    redo: () => go('redo'),
  }
})

/** User actions on drawings; each is one undoable step. */

export function isLocked(drawing: Drawing): boolean {
  return drawing.locked === true || useDrawingPreferences.getState().locked
}

export function selectedDrawing(scope: ChartScope): Drawing | undefined {
  const { items, selected } = useDrawings.of(scope).getState()
  return items.find(({ id }) => id === selected)
}

/** Choosing a tool shows hidden drawings again, since a new drawing would be invisible. */
export function takeTool(scope: ChartScope, tool: DrawingKind | null): void {
  if (tool && useDrawingPreferences.getState().hidden) useDrawingPreferences.getState().change({ hidden: false })
  useDrawings.of(scope).setState({ tool, selected: null, writing: null })
}

/** False: the maximum number of drawings is reached. */
export function addDrawing(scope: ChartScope, drawing: Drawing): boolean {
  const { items, commit } = useDrawings.of(scope).getState()
  if (items.length >= MAX_DRAWINGS) return false
  commit([{ before: null, after: drawing, at: items.length }])
  useDrawings.of(scope).setState({ selected: drawing.id })
  return true
}

export function changeDrawing(scope: ChartScope, after: Drawing): void {
  const { items, commit } = useDrawings.of(scope).getState()
  const at = items.findIndex(({ id }) => id === after.id)
  if (at < 0 || sameDrawing(items[at], after)) return
  commit([{ before: items[at], after, at }])
}

export function removeDrawing(scope: ChartScope, id: string): void {
  const { items, commit } = useDrawings.of(scope).getState()
  const at = items.findIndex((each) => each.id === id)
  if (at >= 0) commit([{ before: items[at], after: null, at }])
}

/** Deletes all, including locked ones; undoable. */
export function removeAll(scope: ChartScope): void {
  const { items, commit } = useDrawings.of(scope).getState()
  if (items.length > 0) commit(items.map((before, at) => ({ before, after: null, at })).toReversed())
}

/** Sets the style of this drawing and of the next. */
export function restyle(scope: ChartScope, drawing: Drawing, style: Partial<Pick<Drawing, 'colour' | 'width'>>): void {
  const { colour, width } = { ...drawing, ...style }
  useDrawingPreferences.getState().change({ style: { colour, width } })
  changeDrawing(scope, { ...drawing, ...style })
}

export function toggleLock(scope: ChartScope, { locked, ...rest }: Drawing): void {
  changeDrawing(scope, locked ? rest : { ...rest, locked: true })
}

/** Saves the edited text; an empty text deletes the drawing. */
export function finishWriting(scope: ChartScope, text: string): void {
  const { writing, items } = useDrawings.of(scope).getState()
  if (writing === null) return
  useDrawings.of(scope).setState({ writing: null })
  const written = { ...writing, text: text.trim() }
  const isKept = items.some(({ id }) => id === writing.id)
  if (written.text === '') {
    if (isKept) removeDrawing(scope, writing.id)
  } else if (isKept) changeDrawing(scope, written)
  else addDrawing(scope, written)
}
