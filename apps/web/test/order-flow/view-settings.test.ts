import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CELL_MODES,
  CELL_TINTS,
  CELL_UNITS,
  decodeView,
  DEFAULT_VIEW,
  encodeView,
  SMALL_VIEW,
} from '../../src/features/order-flow/model/settings-store.ts'

const flags = <Group extends object>(group: Group) =>
  fc.record(Object.fromEntries(Object.keys(group).map((name) => [name, fc.boolean()]))) as fc.Arbitrary<Group>

const views = fc.record({
  mode: fc.constantFrom(...CELL_MODES),
  unit: fc.constantFrom(...CELL_UNITS),
  tint: fc.constantFrom(...CELL_TINTS),
  layers: flags(DEFAULT_VIEW.layers),
  panes: flags(DEFAULT_VIEW.panes),
})

describe('the view in a link', () => {
  it('is empty when nothing differs', () => expect(encodeView(DEFAULT_VIEW)).toBe(''))

  it('contains only differences', () => {
    expect(encodeView(SMALL_VIEW)).toBe('cvd-0.statistics-0')
    expect(encodeView({ ...DEFAULT_VIEW, mode: 'delta', unit: 'base' })).toBe('mode-delta.unit-base')
  })

  it('survives a round trip', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(decodeView(encodeView(view))).toEqual(view)
      }),
    )
  })

  it('needs no escaping in a URL', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(encodeURIComponent(encodeView(view))).toBe(encodeView(view))
      }),
    )
  })

  it.each(['nonsense', 'mode-x.unit-.cvd-2', '....', '__proto__-1.constructor-0'])(
    'reads "%s" as far as it means something',
    (text) => {
      const view = decodeView(text)
      expect(view.mode).toBe('bidAsk')
      expect(Object.keys(view.layers)).toEqual(Object.keys(DEFAULT_VIEW.layers))
    },
  )
})
