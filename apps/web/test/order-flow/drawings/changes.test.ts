import type { Drawing } from '@flowprint/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyChanges,
  type Change,
  type History,
  inverse,
  mergeDrawings,
  NO_HISTORY,
  recorded,
  step,
} from '../../../src/features/order-flow/drawings/model/changes.ts'
import { drawing } from './surface.ts'

const one = (id: string, price = '1', more: Partial<Drawing> = {}) => drawing('hline', [[0, price]], { id, ...more })
const ids = (list: readonly Drawing[]) => list.map(({ id }) => id).join('')
const said = (list: readonly Drawing[]) => list.map(({ id, points }) => id + points[0].price).join(' ')

/** Steps as a user makes them: each applies to the current list. */
const acts = fc.array(
  fc.record({ act: fc.constantFrom('add', 'change', 'remove', 'undo', 'redo'), pick: fc.nat(20), price: fc.nat(99) }),
  { maxLength: 60 },
)

function changesOf(
  items: readonly Drawing[],
  { act, pick, price }: { act: string; pick: number; price: number },
  name: number,
): readonly Change[] | null {
  if (act === 'add') return [{ before: null, after: one(`n${name}-`, String(price)), at: items.length }]
  if (items.length === 0) return null
  const at = pick % items.length
  const before = items[at]
  return [{ before, after: act === 'change' ? one(before.id, String(price)) : null, at }]
}

describe('undo history', () => {
  it('undoes all steps to the start and redoes them to the end', () => {
    fc.assert(
      fc.property(acts, (list) => {
        let [items, history]: [readonly Drawing[], History] = [[], NO_HISTORY]
        const seen: string[] = [said(items)]
        list.forEach((each, i) => {
          const changes = ['undo', 'redo'].includes(each.act) ? null : changesOf(items, each, i)
          if (changes === null) return
          items = applyChanges(items, changes)
          history = recorded(history, changes)
          seen.push(said(items))
        })
        for (const way of ['undo', 'redo'] as const) {
          const expected = way === 'undo' ? seen.toReversed() : seen
          for (const state of expected.slice(1)) {
            const taken = step(history, way)!
            items = applyChanges(items, taken.changes)
            history = taken.history
            expect(said(items)).toBe(state)
          }
          expect(step(history, way)).toBeNull()
        }
      }),
    )
  })

  it('clears redo on a new step', () => {
    const changes = [{ before: null, after: one('a'), at: 0 }]
    const back = step(recorded(NO_HISTORY, changes), 'undo')!
    expect(step(recorded(back.history, changes), 'redo')).toBeNull()
  })

  it('restores all deleted drawings in order', () => {
    const items = ['a', 'b', 'c'].map((id) => one(id))
    const all = items.map((before, at) => ({ before, after: null, at })).toReversed()
    expect(ids(applyChanges(applyChanges(items, all), inverse(all)))).toBe('abc')
  })

  it('restores a drawing deleted on another device when its change is undone', () => {
    expect(said(applyChanges([], inverse([{ before: one('a', '1'), after: one('a', '2'), at: 0 }])))).toBe('a1')
  })

  it('limits the number of steps', () => {
    let history = NO_HISTORY
    for (let i = 0; i < 150; i++) history = recorded(history, [{ before: null, after: one(`${i}`), at: i }])
    expect(history.past).toHaveLength(100)
    expect(history.past.at(-1)![0].after!.id).toBe('149')
  })
})

describe('merging by id', () => {
  const [a, b, c] = [one('a'), one('b'), one('c')]
  it.each<[string, Drawing[], Drawing[], Drawing[], string]>([
    ['nothing gives nothing', [], [], [], ''],
    ['what each added is there', [a], [a, b], [a, c], 'a1 c1 b1'],
    ['what only they changed is as they left it', [a], [a], [one('a', '2')], 'a2'],
    ['what only I changed is as I left it', [a], [one('a', '3')], [a], 'a3'],
    ['where both changed it mine stands', [a], [one('a', '3')], [one('a', '2')], 'a3'],
    ['what I deleted is gone', [a, b], [b], [a, b], 'b1'],
    ['what they deleted is gone', [a, b], [a, b], [b], 'b1'],
    ['what both deleted is gone', [a], [], [], ''],
    ['what I deleted and they changed stays', [a], [], [one('a', '2')], 'a2'],
    ['what they deleted and I changed stays', [a], [one('a', '3')], [], 'a3'],
    ['their order holds', [a, b], [a, b], [b, a], 'b1 a1'],
  ])('%s', (_, base, mine, theirs, merged) => expect(said(mergeDrawings(base, mine, theirs))).toBe(merged))

  const list = fc
    .uniqueArray(fc.record({ id: fc.constantFrom(...'abcdefgh'), price: fc.nat(3) }), { selector: ({ id }) => id })
    .map((each) => each.map(({ id, price }) => one(id, String(price))))

  it('returns theirs without my changes, and mine without theirs', () => {
    fc.assert(
      fc.property(list, list, (base, other) => {
        expect(said(mergeDrawings(base, base, other))).toBe(said(other))
        const mine = mergeDrawings(base, other, base)
        expect(said(mine.toSorted((p, q) => (p.id < q.id ? -1 : 1)))).toBe(
          said(other.toSorted((p, q) => (p.id < q.id ? -1 : 1))),
        )
      }),
    )
  })

  it('produces unique ids, and merging is idempotent', () => {
    fc.assert(
      fc.property(list, list, list, (base, mine, theirs) => {
        const merged = mergeDrawings(base, mine, theirs)
        expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length)
        expect(said(mergeDrawings(theirs, merged, theirs))).toBe(said(merged))
        expect(said(mergeDrawings(theirs, theirs, merged))).toBe(said(merged))
      }),
    )
  })
})
