import { BUY_STACK, SELL_GRADE_SHIFT } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import type { ChartSettings } from '../../src/api.ts'
import { quantities } from '../../src/model/quantities.ts'
import { computeStrength } from '../../src/model/strength.ts'
import type { Fonts } from '../../src/renderers/fonts.ts'
import { GAP } from '../../src/renderers/fonts.ts'
import { FILL_NONE, createPalette, TINT_LEVELS, tintFill } from '../../src/renderers/palette.ts'
import type { Preparation } from '../../src/renderers/prepared-bars.ts'
import { prepareBar, PreparedBars } from '../../src/renderers/prepared-bars.ts'
import { barsOf, silence } from '../fixtures/bars.ts'
import { EXAMPLE_SETTINGS, exampleTheme } from '../fixtures/themes.ts'

const palette = createPalette(exampleTheme('dark', 'international'))
const q = quantities({ tickSize: '1', lotSize: '1' }, 'base')
const fonts: Fonts = { px: 10, plain: '', bold: '', drop: 4, gap: 6, widthOf: (text) => text.length * 6 }
const bars = barsOf([
  {
    cells: [
      [1, 100, 1],
      [2, 0, 50],
      [3, 12, 12],
      [4, 100, 100],
    ],
  },
])

function preparation(settings: Partial<ChartSettings> = {}): Preparation {
  const own = { ...EXAMPLE_SETTINGS, ...settings }
  return { settings: own, quantities: q, strength: computeStrength(bars, 1, q, own.mode), palette, textWidth: 5, fonts }
}

describe('prepared cells', () => {
  it('bid x ask: two numbers, nothing where nothing traded, plain ones in one text', () => {
    const made = prepareBar(bars, silence(bars), 0, preparation())
    expect(made.textA).toEqual(['100', '', '12', '100'])
    expect(made.textB).toEqual(['1', '50', '12', '100'])
    expect(made.textBoth).toEqual([`100${GAP}1`, '', `12${GAP}12`, `100${GAP}100`])
    expect([...made.widthA]).toEqual([18, 0, 12, 18])
  })

  it('tints each side by its own volume', () => {
    const made = prepareBar(bars, silence(bars), 0, preparation())
    expect(made.fillA[0]).toBe(tintFill('bid', TINT_LEVELS))
    expect(made.fillB[0]).toBe(FILL_NONE)
    expect(made.fillB[3]).toBe(tintFill('ask', TINT_LEVELS))
  })

  it('tints a row by the sign of delta, neutrally by volume, or not at all', () => {
    const delta = prepareBar(bars, silence(bars), 0, preparation({ tint: 'delta' }))
    expect(delta.fillA[0]).toBe(tintFill('bid', TINT_LEVELS))
    expect(delta.fillB[0]).toBe(delta.fillA[0])
    expect(delta.fillA[3]).toBe(FILL_NONE)
    const volume = prepareBar(bars, silence(bars), 0, preparation({ tint: 'volume' }))
    expect(volume.fillA[3]).toBe(tintFill('neutral', TINT_LEVELS))
    expect([...prepareBar(bars, silence(bars), 0, preparation({ tint: 'none' })).fillA]).toEqual([0, 0, 0, 0])
  })

  it('makes an imbalance bold and a separate text; with the layer off it is plain', () => {
    const analysis = silence(bars)
    analysis.cellFlags[0] = 3 << SELL_GRADE_SHIFT
    analysis.cellFlags[2] = 1 | BUY_STACK
    const made = prepareBar(bars, analysis, 0, preparation())
    expect(made.textBoth).toEqual(['', '', '', `100${GAP}100`])
    expect(palette.styles[made.styleA[0]].bold).toBe(true)
    expect(palette.styles[made.styleB[0]].bold).toBe(false)
    expect(palette.styles[made.styleB[2]].bold).toBe(true)
    const off = preparation({ layers: { ...EXAMPLE_SETTINGS.layers, imbalances: false } })
    expect(prepareBar(bars, analysis, 0, off).textBoth[0]).toBe(`100${GAP}1`)
  })

  it.each([
    ['delta', ['-99', '50', '', '']],
    ['volume', ['101', '50', '24', '200']],
    ['trades', ['2', '1', '2', '2']],
    ['profile', ['101', '50', '24', '200']],
  ] as const)('%s shows one number per row', (mode, texts) => {
    const made = prepareBar(bars, silence(bars), 0, preparation({ mode }))
    expect(made.textA).toEqual(texts)
    expect(made.textB).toEqual([])
  })

  it('caches a closed bar until its inputs change, and never an open one', () => {
    const kept = new PreparedBars()
    const same = preparation()
    const first = kept.get(bars, silence(bars), 0, 7, same, true)
    expect(kept.get(bars, silence(bars), 0, 7, { ...same }, true)).toBe(first)
    expect(kept.get(bars, silence(bars), 0, 7, { ...same, textWidth: 4 }, true)).not.toBe(first)
    const again = kept.get(bars, silence(bars), 0, 7, same, true)
    kept.invalidateFrom(8)
    expect(kept.get(bars, silence(bars), 0, 7, same, true)).toBe(again)
    kept.invalidateFrom(7)
    expect(kept.get(bars, silence(bars), 0, 7, same, true)).not.toBe(again)
    expect(kept.get(bars, silence(bars), 0, 9, same, false)).not.toBe(kept.get(bars, silence(bars), 0, 9, same, false))
  })
})
