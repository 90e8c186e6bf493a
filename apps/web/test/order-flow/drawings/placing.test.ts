import { describe, expect, it } from 'vitest'
import { drawingKeyOf } from '../../../src/features/order-flow/drawings/hotkeys.ts'
import { Placing } from '../../../src/features/order-flow/drawings/pointer.ts'

const point = (t: number, tick: number) => ({ t, tick })

describe('placing', () => {
  it('two clicks set two points; the second follows the pointer in between', () => {
    const line = new Placing('trend')
    line.press({ x: 0, y: 0 }, point(1, 10))
    expect(line.release({ x: 2, y: 1 }, point(1, 10), 1, true)).toBe(false)
    line.move(point(3, 30))
    expect(line.points).toEqual([point(1, 10), point(3, 30)])
    line.press({ x: 90, y: 9 }, point(4, 40))
    expect(line.release({ x: 90, y: 9 }, point(4, 40), 1, true)).toBe(true)
    expect(line.points).toEqual([point(1, 10), point(4, 40)])
  })

  it('a drag sets both points', () => {
    const line = new Placing('rect')
    line.press({ x: 0, y: 0 }, point(1, 10))
    line.move(point(2, 20))
    expect(line.release({ x: 60, y: 0 }, point(3, 30), 1, true)).toBe(true)
    expect(line.points).toEqual([point(1, 10), point(3, 30)])
  })

  it.each([
    ['a mouse', true, 8, true],
    ['a finger', false, 8, false],
  ])('%s that moved %s: 8 px are a drag: %s', (_, isMouse, far, done) => {
    const line = new Placing('measure')
    line.press({ x: 0, y: 0 }, point(1, 10))
    expect(line.release({ x: far, y: 0 }, point(2, 20), 1, isMouse)).toBe(done)
  })

  it('a level follows the pointer until release', () => {
    const level = new Placing('hline')
    level.press({ x: 0, y: 0 }, point(1, 10))
    level.move(point(2, 20))
    expect(level.release({ x: 1, y: 0 }, point(3, 30), 1, true)).toBe(true)
    expect(level.points).toEqual([point(3, 30)])
  })

  it('a line needs two different points, a range at least one bar', () => {
    const twice = (kind: 'ray' | 'profile') => {
      const placing = new Placing(kind)
      for (let i = 0; i < 2; i++) {
        placing.press({ x: 0, y: 0 }, point(1, 10))
        if (placing.release({ x: 0, y: 0 }, point(1, 10), 1, true)) return true
      }
      return false
    }
    expect([twice('ray'), twice('profile')]).toEqual([false, true])
  })

  it('has no preview before the first press', () => {
    const line = new Placing('trend')
    line.move(point(3, 30))
    expect([line.isBegun, line.points]).toEqual([false, []])
  })
})

describe('drawing shortcuts', () => {
  const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
    drawingKeyOf({ key, code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more })
  it.each<[string, ReturnType<typeof press>, unknown]>([
    ['Alt and T take the trend line', press('t', { altKey: true }), { act: 'tool', tool: 'trend' }],
    [
      'also where Alt makes another letter of it',
      press('†', { altKey: true, code: 'KeyT' }),
      { act: 'tool', tool: 'trend' },
    ],
    ['T alone does not', press('t'), null],
    ['Ctrl and Z take back', press('z', { ctrlKey: true }), { act: 'undo' }],
    ['Cmd, Shift and Z do it again', press('Z', { metaKey: true, shiftKey: true }), { act: 'redo' }],
    ['Ctrl and Y too', press('y', { ctrlKey: true }), { act: 'redo' }],
    ['Ctrl, Alt and H hide', press('h', { ctrlKey: true, altKey: true }), { act: 'hide' }],
    ['Ctrl and C are the browser’s', press('c', { ctrlKey: true }), null],
    ['an arrow moves by one', press('ArrowUp'), { act: 'nudge', bars: 0, ticks: 1 }],
    ['with Shift by ten', press('ArrowLeft', { shiftKey: true }), { act: 'nudge', bars: -10, ticks: 0 }],
    ['Backspace deletes', press('Backspace'), { act: 'remove' }],
    ['other keys mean nothing', press('x'), null],
  ])('%s', (_, key, expected) => expect(key).toEqual(expected))
})
