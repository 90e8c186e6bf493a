import type { Drawing } from '@flowprint/contract'

/** What happened to one drawing; null where there was or is none. */
export interface Change {
  readonly before: Drawing | null
  readonly after: Drawing | null
  /** Its place in the list, from the lowest picture up. */
  readonly at: number
}

/** The list with the changes made. A drawing that is not there any more comes back; one that is gone stays gone. */
export function applyChanges(items: readonly Drawing[], changes: readonly Change[]): readonly Drawing[] {
  const list = [...items]
  for (const { before, after, at } of changes) {
    const id = (after ?? before)?.id
    const index = list.findIndex((each) => each.id === id)
    if (after === null) {
      if (index >= 0) list.splice(index, 1)
    } else if (index >= 0) list[index] = after
    else list.splice(Math.min(at, list.length), 0, after)
  }
  return list
}

/** What takes the changes back. */
export function inverse(changes: readonly Change[]): readonly Change[] {
  return changes.map(({ before, after, at }) => ({ before: after, after: before, at })).toReversed()
}

/** Steps that can be taken back, and those that were, the last one last. */
export interface History {
  readonly past: readonly (readonly Change[])[]
  readonly future: readonly (readonly Change[])[]
}

export const NO_HISTORY: History = { past: [], future: [] }
const MAX_STEPS = 100

export function recorded(history: History, changes: readonly Change[]): History {
  return { past: [...history.past, changes].slice(-MAX_STEPS), future: [] }
}

/** One step back or forth: what to do to the drawings, and the history after it; null where there is none. */
export function step(history: History, way: 'undo' | 'redo'): { changes: readonly Change[]; history: History } | null {
  const { past, future } = history
  if (way === 'undo') {
    const last = past.at(-1)
    return last ? { changes: inverse(last), history: { past: past.slice(0, -1), future: [...future, last] } } : null
  }
  const next = future.at(-1)
  return next ? { changes: next, history: { past: [...past, next], future: future.slice(0, -1) } } : null
}
