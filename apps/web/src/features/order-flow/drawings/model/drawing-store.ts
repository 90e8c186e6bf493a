import type { Drawing } from '@flowprint/contract'
import type { DrawingKind } from '@flowprint/orderflow'
import { create } from 'zustand'
import { applyChanges, NO_HISTORY, recorded, step, type Change, type History } from './changes.ts'

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

export const useDrawings = create<DrawingState>()((set, get) => {
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
