import type { Drawing } from '@flowprint/contract'
import type { DrawingKind } from '@flowprint/orderflow'
import { create } from 'zustand'
import { applyChanges, NO_HISTORY, recorded, step, type Change, type History } from './changes.ts'

/** 'waiting': kept on this device until the server can be reached; 'refused': the server does not take them. */
export type SaveState = 'loading' | 'saved' | 'saving' | 'waiting' | 'refused'

interface DrawingState {
  readonly symbol: string
  /** What is drawn on the symbol, from the lowest picture up. */
  readonly items: readonly Drawing[]
  readonly save: SaveState
  readonly selected: string | null
  /** What the next press on the chart draws. */
  readonly tool: DrawingKind | null
  /** The text that is being written; not yet among the items where it is new. */
  readonly writing: Drawing | null
  /** A drawing follows the pointer: what floats around it steps back. */
  readonly moving: boolean
  /** Steps of every symbol that was looked at. */
  readonly histories: Readonly<Record<string, History>>
  /** Another symbol: what the selection and the tools were about is gone with it. */
  open(symbol: string): void
  /** From the server or from another tab; no step of the user. */
  take(items: readonly Drawing[]): void
  /** One step of the user. */
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
