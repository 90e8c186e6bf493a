import { describe, expect, it } from 'vitest'
import { panelPosition } from '../../src/shared/ui/place-panel.ts'

const view = { width: 1000, height: 600 }
const button = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 30 })

describe('a panel', () => {
  it('is aligned below its button', () => {
    expect(panelPosition(button(100, 40), { width: 200, height: 300 }, view, 'start')).toEqual({
      left: 100,
      top: 74,
      room: 518,
    })
    expect(panelPosition(button(500, 40), { width: 200, height: 300 }, view, 'end').left).toBe(340)
  })

  it('never leaves the window horizontally', () => {
    expect(panelPosition(button(950, 40), { width: 200, height: 100 }, view, 'start').left).toBe(792)
    expect(panelPosition(button(0, 40), { width: 200, height: 100 }, view, 'end').left).toBe(8)
  })

  it('opens above when there is more space', () => {
    expect(panelPosition(button(100, 560), { width: 200, height: 300 }, view, 'start')).toMatchObject({
      top: 256,
      room: 548,
    })
  })

  it('stays below and scrolls when neither side has enough space', () => {
    expect(panelPosition(button(100, 100), { width: 200, height: 900 }, view, 'start')).toMatchObject({
      top: 134,
      room: 458,
    })
  })
})
