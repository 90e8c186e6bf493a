import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Overlay } from '../../src/overlay/overlay.ts'
import { OverlayStack } from '../../src/overlay/overlay-stack.ts'
import { barsOf } from '../fixtures/bars.ts'

const bars = barsOf([{ cells: [[4, 1, 0]] }])

function stack() {
  const host = {
    scene: () => ({ bars, firstSequence: 0, settings: { layers: {} } }) as never,
    viewport: () =>
      ({
        columns: { spacing: 80, origin: 0, anchor: 0 },
        rows: { rowPx: 10, origin: 100 },
        width: 200,
        height: 100,
        ratio: 2,
        detail: { numbers: 0 },
      }) as never,
    visible: () => ({ from: 0, to: 0 }),
    units: () => ({ tickSize: '1', lotSize: '1' }) as never,
    theme: () => ({}) as never,
    changed: () => {},
    inMain: (x: number, y: number) => (x < 100 && y < 50 ? { x, y } : null),
  }
  return new OverlayStack(host)
}

const pointer = (type: string, id = 1) => ({ type, pointerId: id, pointerType: 'mouse', buttons: 0 }) as PointerEvent

function overlay(takes: boolean, log: string[], name: string): Overlay {
  return {
    order: 'over',
    paint: () => log.push(`${name} paints`),
    down: ({ x, y }) => {
      log.push(`${name} down ${x},${y}`)
      return takes
    },
    move: (_pointer, taken) => {
      log.push(`${name} ${taken ? 'drags' : 'hovers'}`)
      return taken ? 'grabbing' : null
    },
    up: (_pointer, cancelled) => log.push(`${name} ${cancelled ? 'cancelled' : 'up'}`),
  }
}

const context = { save() {}, restore() {} } as unknown as CanvasRenderingContext2D

describe('overlays', () => {
  test('paints from bottom to top, each in its own order only, and not after removal', () => {
    const log: string[] = []
    const overlays = stack()
    const remove = overlays.add(overlay(false, log, 'first'))
    overlays.add(overlay(false, log, 'second'))
    overlays.paint('ground', context)
    expect(log).toEqual([])
    overlays.paint('over', context)
    remove()
    overlays.paint('over', context)
    expect(log).toEqual(['first paints', 'second paints', 'second paints'])
  })

  test('gives the pointer to the topmost overlay that captures it until it is up, also outside of the pane', () => {
    const log: string[] = []
    const overlays = stack()
    overlays.add(overlay(true, log, 'lower'))
    overlays.add(overlay(true, log, 'upper'))
    expect(overlays.down(pointer('pointerdown'), 10, 20)).toBe(true)
    expect(overlays.move(pointer('pointermove'), 500, 20)).toBe('grabbing')
    overlays.move(pointer('pointermove', 2), 10, 20)
    overlays.up(pointer('pointerup', 2), 10, 20)
    overlays.up(pointer('pointerup'), 500, 20)
    expect(log).toEqual(['upper down 20,40', 'upper drags', 'upper up'])
    expect(overlays.isTaken).toBe(false)
  })

  test('leaves a pointer that no overlay captures, or outside of the pane, to the chart', () => {
    const log: string[] = []
    const overlays = stack()
    overlays.add(overlay(false, log, 'one'))
    expect(overlays.down(pointer('pointerdown'), 10, 20)).toBe(false)
    expect(overlays.down(pointer('pointerdown'), 150, 20)).toBe(false)
    expect(log).toEqual(['one down 20,40'])
  })

  test('reports a pointer taken by the system as cancelled, and sends no events to an overlay removed during a drag', () => {
    const log: string[] = []
    const overlays = stack()
    const remove = overlays.add(overlay(true, log, 'one'))
    overlays.down(pointer('pointerdown'), 10, 20)
    overlays.up(pointer('pointercancel'), 10, 20)
    overlays.down(pointer('pointerdown'), 10, 20)
    remove()
    overlays.up(pointer('pointerup'), 10, 20)
    expect(log).toEqual(['one down 20,40', 'one cancelled', 'one down 20,40'])
  })
})

describe('an overlay that throws', () => {
  afterEach(() => vi.unstubAllGlobals())
  const broken = (): Overlay => {
    const fail = (): never => {
      throw new Error('broken')
    }
    return { order: 'over', paint: fail, hit: fail, down: fail, move: fail }
  }

  test('is reported once and skipped, while the others are painted and get the pointer', () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const log: string[] = []
    const overlays = stack()
    overlays.add(overlay(true, log, 'low'))
    overlays.add(broken())
    for (let frame = 0; frame < 3; frame++) overlays.paint('over', context)
    expect(overlays.hit(10, 10, 4)).toBeNull()
    expect(overlays.down(pointer('pointerdown'), 10, 10)).toBe(true)
    expect(log).toEqual(['low paints', 'low paints', 'low paints', 'low down 20,20'])
    expect(reported).toHaveBeenCalledTimes(1)
  })

  test('is retried when the data is replaced', () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const overlays = stack()
    overlays.add(broken())
    overlays.paint('over', context)
    overlays.retryFailed()
    overlays.paint('over', context)
    expect(reported).toHaveBeenCalledTimes(2)
  })
})
