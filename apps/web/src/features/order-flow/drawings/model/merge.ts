import type { Drawing } from '@flowprint/contract'
import { sameDrawing } from './drawing.ts'

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
