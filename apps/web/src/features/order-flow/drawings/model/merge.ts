import type { Drawing } from '@flowprint/contract'
import { sameDrawing } from './drawing.ts'

/**
 * Two people's changes to the same drawings, joined by id: `base` is what both began with.
 *
 * What only one of them changed is as that one left it. Where both changed a drawing, mine stands. A drawing that one
 * changed and the other deleted stays: nothing anybody worked on is lost. Theirs keep their order, what I added follows.
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
