import { describe, expect, it } from 'vitest'
import { hatchArea } from '../../src/renderers/hatch.ts'
import { createPalette } from '../../src/renderers/palette.ts'
import { exampleTheme } from '../fixtures/themes.ts'

const view = (ratio: number) => ({ columns: { spacing: 80, anchor: 0, origin: 0 }, width: 400, height: 300, ratio })
const palette = createPalette(exampleTheme('dark', 'international'))

/** Records the lines instead of painting them. */
function hatch(repairing: boolean, area = { left: 100, top: 20, right: 180, bottom: 120 }, ratio = 1, phase = 0) {
  const lines: number[] = []
  const seen = { style: '', dash: [] as number[], saved: 0, clip: [] as number[], lines }
  const context = {
    save: () => (seen.saved += 1),
    restore: () => (seen.saved -= 1),
    beginPath: () => undefined,
    clip: () => undefined,
    stroke: () => undefined,
    rect: (...rect: number[]) => (seen.clip = rect),
    moveTo: (x: number, y: number) => lines.push(x + y),
    lineTo: () => undefined,
    setLineDash: (dash: number[]) => (seen.dash = dash),
    set strokeStyle(value: string) {
      seen.style = value
    },
    set lineWidth(_px: number) {},
    set lineDashOffset(_px: number) {},
  }
  hatchArea(context as unknown as CanvasRenderingContext2D, area, palette, view(ratio), phase, repairing)
  return seen
}

describe('hatch over a bar that lacks trades', () => {
  it('is dense and solid for lost trades, and wide, broken and of another colour for trades being fetched', () => {
    const [lost, fetched] = [hatch(false), hatch(true)]
    expect(lost.dash).toEqual([])
    expect(fetched.dash.length).toBe(2)
    expect(fetched.style).not.toBe(lost.style)
    expect(lost.lines.length).toBeGreaterThan(1.8 * fetched.lines.length)
  })

  it('stays inside the bar and restores the context', () => {
    expect(hatch(true)).toMatchObject({ clip: [100, 20, 80, 100], saved: 0 })
  })

  it('follows a grid that moves with the scales, at every ratio', () => {
    for (const ratio of [1, 1.5, 2]) {
      const at = (phase: number) => hatch(true, undefined, ratio, phase).lines.map((sum) => sum - phase)
      const pitch = Math.round(12 * ratio)
      for (const phase of [0, 7, -13]) for (const sum of at(phase)) expect(Math.abs(sum % pitch)).toBe(0)
    }
  })

  it('draws nothing for a bar outside of the pane', () => {
    expect(hatch(false, { left: 10, top: 900, right: 50, bottom: 950 }).lines).toEqual([])
    expect(hatch(false, { left: 50, top: 0, right: 50, bottom: 10 }).lines).toEqual([])
  })
})
