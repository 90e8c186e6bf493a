import type { Drawing } from '@flowprint/contract'
import { sameDrawing } from './drawing.ts'

/** The change of one drawing; null where it did not exist or was deleted. */
export interface Change {
  readonly before: Drawing | null
  readonly after: Drawing | null
  /** Its position in the list, bottom first. */
  readonly at: number
}

/** Applies changes to the list. A missing drawing is restored; a deleted one stays deleted. */
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

/** The inverse changes. */
export function inverse(changes: readonly Change[]): readonly Change[] {
  return changes.map(({ before, after, at }) => ({ before: after, after: before, at })).toReversed()
}

/** Undo and redo stacks, newest last. */
export interface History {
  readonly past: readonly (readonly Change[])[]
  readonly future: readonly (readonly Change[])[]
}

export const NO_HISTORY: History = { past: [], future: [] }
const MAX_STEPS = 100

export function recorded(history: History, changes: readonly Change[]): History {
  return { past: [...history.past, changes].slice(-MAX_STEPS), future: [] }
}

/** One undo or redo step: the changes to apply and the history after it; null when there is none. */
export function step(history: History, way: 'undo' | 'redo'): { changes: readonly Change[]; history: History } | null {
  const { past, future } = history
  if (way === 'undo') {
    const last = past.at(-1)
    return last ? { changes: inverse(last), history: { past: past.slice(0, -1), future: [...future, last] } } : null
  }
  const next = future.at(-1)
  return next ? { changes: next, history: { past: [...past, next], future: future.slice(0, -1) } } : null
}

/**
 * Three-way merge of drawings by id; `base` is the common ancestor.
 *
 * A change made on one side is kept. On conflicting changes, mine wins. A drawing that one side changed and the other
 * deleted is kept, so that no work is lost. Their order is preserved; my additions follow.
 */
export function mergeDrawings(
  base: readonly Drawing[],
  mine: readonly Drawing[],
  theirs: readonly Drawing[],
): readonly Drawing[] {
  const byId = (list: readonly Drawing[]) => new Map(list.map((each) => [each.id, each]))
  const [before, own, other] = [byId(base), byId(mine), byId(theirs)]
  const merged: Drawing[] = []
  for (const their of theirs) {
    const was = before.get(their.id)
    const my = own.get(their.id)
    if (my === undefined) {
      // Deleted by me, or never seen here.
      if (was === undefined || !sameDrawing(was, their)) merged.push(their)
    } else merged.push(sameDrawing(was, my) ? their : my)
  }
  for (const my of mine) {
    if (!other.has(my.id) && !sameDrawing(before.get(my.id), my)) merged.push(my)
  }
  return merged
}
