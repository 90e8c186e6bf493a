import type { AnalysisUpdate, Bars, BarsUpdate, Zone } from '@flowprint/orderflow'
import { beforeEach, describe, expect, it } from 'vitest'
import { DeferredUpdates, GestureQueue } from '../../src/interaction/deferred-updates.ts'

const bars = (length: number) => ({ length }) as Bars
const analysis = (zones: readonly Zone[] | null) => ({ zones }) as AnalysisUpdate
const update = (from: number, zones: readonly Zone[] | null = null): BarsUpdate => ({
  from,
  bars: bars(1),
  analysis: analysis(zones),
})

let queue: GestureQueue
let deferred: DeferredUpdates
let done: string[]

beforeEach(() => {
  queue = new GestureQueue()
  deferred = new DeferredUpdates(queue)
  done = []
})

const prepend = (length: number, zones: readonly Zone[] | null = null) =>
  deferred.prepend(bars(length), analysis(zones), (part) =>
    done.push(`${length} older${part.zones === null ? '' : ' with zones'}`),
  )
const push = (from: number, zones: readonly Zone[] | null = null) =>
  deferred.update(update(from, zones), (moved) => done.push(`from ${moved.from}`))

describe('updates during a gesture', () => {
  it('applies everything immediately without a gesture', () => {
    prepend(500)
    push(999)
    expect(done).toEqual(['500 older', 'from 999'])
  })

  it('defers older bars and counts the live bar without them', () => {
    push(499)
    queue.setActive(true)
    prepend(500)
    push(999)
    prepend(250)
    push(1249)
    expect(done).toEqual(['from 499', 'from 499', 'from 499'])
    queue.setActive(false)
    expect(done.slice(3)).toEqual(['500 older', '250 older'])
    push(1249)
    expect(done.at(-1)).toBe('from 1249')
  })

  it('defers an update of waiting bars and everything after it', () => {
    queue.setActive(true)
    prepend(500)
    push(20)
    push(999)
    expect(done).toEqual([])
    queue.setActive(false)
    expect(done).toEqual(['500 older', 'from 20', 'from 999'])
    push(998)
    expect(done.at(-1)).toBe('from 998')
  })

  it('keeps newer zones when the older bars are applied', () => {
    queue.setActive(true)
    prepend(500, [])
    push(999, [])
    queue.setActive(false)
    prepend(100, [])
    expect(done).toEqual(['from 499', '500 older', '100 older with zones'])
  })

  it('discards waiting updates when the data is replaced', () => {
    queue.setActive(true)
    prepend(500)
    deferred.clear()
    push(3)
    queue.setActive(false)
    expect(done).toEqual(['from 3'])
  })
})
