import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UpdateTurns } from '../../src/features/order-flow/chart/update-turns.ts'
import type { FromWorker } from '../../src/workers/protocol.ts'

let frame: FrameRequestCallback[] = []
let delivered: string[] = []
let turns: UpdateTurns
let time = 0
/** Delivery of an update, and drawing it in the next frame. */
let deliveryMs = 0
let paintMs = 0
let undrawn = 0
const nextFrame = () => {
  const frameAt = time
  time += undrawn * paintMs
  undrawn = 0
  for (const callback of frame.splice(0)) callback(frameAt)
}
const update = (name: string) => ({ type: 'update', name }) as unknown as FromWorker
const other = (name: string) => ({ type: 'reset', name }) as unknown as FromWorker
/** What was delivered since the last call. */
const taken = () => delivered.splice(0)

beforeEach(() => {
  frame = []
  delivered = []
  time = 0
  deliveryMs = 0
  // Two updates fill the time of a frame.
  paintMs = 4
  undrawn = 0
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frame.push(callback))
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  turns = new UpdateTurns((chart, message) => {
    time += deliveryMs
    undrawn += 1
    delivered.push(`${chart} ${(message as unknown as { name: string }).name}`)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('live updates of several charts', () => {
  it('are delivered at once for one or two charts', () => {
    turns.receive(1, update('a'))
    turns.receive(2, update('a'))
    expect(taken()).toEqual(['1 a', '2 a'])
    nextFrame()
    expect(taken()).toEqual([])
    turns.receive(2, update('b'))
    expect(taken()).toEqual(['2 b'])
  })

  it('take turns in the order in which they arrive', () => {
    for (let chart = 1; chart <= 6; chart++) turns.receive(chart, update('a'))
    expect(taken()).toEqual(['1 a', '2 a'])
    nextFrame()
    expect(taken()).toEqual(['3 a', '4 a'])
    // The first charts wait behind those that have not had their turn.
    turns.receive(1, update('b'))
    nextFrame()
    expect(taken()).toEqual(['5 a', '6 a'])
    nextFrame()
    expect(taken()).toEqual(['1 b'])
    nextFrame()
    nextFrame()
    expect(frame).toHaveLength(0)
  })

  it.each([
    [1, 6],
    [2, 4],
    [4, 2],
    [7, 1],
    [20, 1],
  ])('of %i ms each are drawn %i per frame', (ms, count) => {
    paintMs = ms / 2
    deliveryMs = ms / 2
    for (let chart = 1; chart <= 2; chart++) turns.receive(chart, update('a'))
    nextFrame()
    nextFrame()
    taken()
    for (let chart = 1; chart <= 6; chart++) turns.receive(chart, update('b'))
    expect(taken()).toHaveLength(count)
  })

  it('become fewer per frame at once when they take longer, and more again after a while', () => {
    paintMs = 1
    for (let chart = 1; chart <= 100; chart++) turns.receive(chart, update('a'))
    taken()
    const countOfFrame = () => {
      nextFrame()
      return taken().length
    }
    expect([countOfFrame(), countOfFrame()]).toEqual([8, 8])
    paintMs = 8
    expect([countOfFrame(), countOfFrame()]).toEqual([1, 1])
    paintMs = 1
    const counts = Array.from({ length: 30 }, countOfFrame)
    expect(counts.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 1))
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts.at(-1)).toBe(3)
  })

  it('keep the order of the messages of a chart', () => {
    for (let chart = 1; chart <= 4; chart++) turns.receive(chart, update('a'))
    expect(taken()).toEqual(['1 a', '2 a'])
    turns.receive(4, other('r'))
    expect(taken()).toEqual(['4 a', '4 r'])
    turns.receive(3, update('b'))
    expect(taken()).toEqual(['3 a'])
    nextFrame()
    expect(taken()).toEqual(['3 b'])
  })

  it('of a closed chart are dropped', () => {
    for (let chart = 1; chart <= 3; chart++) turns.receive(chart, update('a'))
    turns.remove(3)
    taken()
    nextFrame()
    expect(taken()).toEqual([])
  })
})
