import { describe, expect, it } from 'vitest'
import { ALIGN_LEFT, ALIGN_RIGHT, DrawList } from '../../src/renderers/draw-list.ts'

/** Records what would be painted. */
function recorder(): { calls: string[]; context: CanvasRenderingContext2D } {
  const calls: string[] = []
  const context = {
    set fillStyle(value: string) {
      calls.push(`fill ${value}`)
    },
    set font(value: string) {
      calls.push(`font ${value}`)
    },
    set textAlign(value: string) {
      calls.push(`align ${value}`)
    },
    fillRect: (...a: number[]) => calls.push(`rect ${a.join(' ')}`),
    fillText: (...a: unknown[]) => calls.push(`text ${a.join(' ')}`),
  }
  return { calls, context: context as unknown as CanvasRenderingContext2D }
}

describe('draw list', () => {
  it('paints rectangles colour by colour, lower fills below, setting each colour once', () => {
    const list = new DrawList()
    list.rect(1, 0, 5, 5, 2)
    list.rect(2, 0, 5, 5, 1)
    list.rect(3, 0, 5, 5, 2)
    const { calls, context } = recorder()
    list.paintRects(context, ['', 'a', 'b', 'c'], 1, 4)
    expect(calls).toEqual(['fill a', 'rect 2 0 5 5', 'fill b', 'rect 1 0 5 5', 'rect 3 0 5 5'])
  })

  it('paints only the given range of fills, and skips empty rectangles', () => {
    const list = new DrawList()
    list.rect(1, 0, 5, 5, 1)
    list.rect(2, 0, 5, 5, 2)
    list.rect(3, 0, 5, 5, 3)
    list.rect(4, 0, 0, 5, 2)
    const { calls, context } = recorder()
    list.paintRects(context, ['', 'a', 'b', 'c'], 2, 3)
    expect(calls).toEqual(['fill b', 'rect 2 0 5 5'])
  })

  it('a box has four edges inside its bounds that do not overlap', () => {
    const list = new DrawList()
    list.box(10, 20, 30, 12, 1, 1)
    const { calls, context } = recorder()
    list.paintRects(context, ['', 'a'], 1, 2)
    expect(calls.slice(1)).toEqual(['rect 10 20 30 1', 'rect 10 31 30 1', 'rect 10 21 1 10', 'rect 39 21 1 10'])
  })

  it('paints texts style by style, changing the font only between plain and bold', () => {
    const list = new DrawList()
    list.text('x', 1, 1, 1, ALIGN_LEFT)
    list.text('y', 2, 1, 0, ALIGN_RIGHT)
    list.text('z', 3, 1, 0, ALIGN_LEFT)
    const { calls, context } = recorder()
    list.paintTexts(
      context,
      [
        { css: 'a', bold: false },
        { css: 'b', bold: true },
      ],
      'plain',
      'bold',
    )
    expect(calls).toEqual([
      'font plain',
      'fill a',
      'align left',
      'text z 3 1',
      'fill a',
      'align right',
      'text y 2 1',
      'font bold',
      'fill b',
      'align left',
      'text x 1 1',
    ])
  })

  it('grows beyond its initial capacity, and is empty after clearing', () => {
    const list = new DrawList()
    for (let n = 0; n < 20_000; n++) {
      list.rect(n, 0, 1, 1, 1)
      list.text('t', n, 0, 0, ALIGN_LEFT)
    }
    const { calls, context } = recorder()
    list.paintRects(context, ['', 'a'], 1, 2)
    expect(calls).toHaveLength(20_001)
    expect(calls.at(-1)).toBe('rect 19999 0 1 1')
    list.clear()
    calls.length = 0
    list.paintTexts(context, [{ css: 'a', bold: false }], 'plain', 'bold')
    expect(calls).toEqual([])
  })
})
