import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UpdateTurns } from '../../src/features/order-flow/chart/update-turns.ts'
import type { FromWorker } from '../../src/workers/protocol.ts'

let frame: (() => void)[] = []
let delivered: string[] = []
let turns: UpdateTurns
const nextFrame = () => frame.splice(0).forEach((callback) => callback())
const update = (name: string) => ({ type: 'update', name }) as unknown as FromWorker
const other = (name: string) => ({ type: 'reset', name }) as unknown as FromWorker
/** What was delivered since the last call. */
const taken = () => delivered.splice(0)

beforeEach(() => {
  frame = []
  delivered = []
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frame.push(callback))
  turns = new UpdateTurns((chart, message) =>
    delivered.push(`${chart} ${(message as unknown as { name: string }).name}`),
  )
})
afterEach(() => vi.unstubAllGlobals())

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
