import { SCAN_COLUMN_NAMES, type ScanRow } from '@flowprint/contract'
import { describe, expect, it } from 'vitest'
import {
  cellText,
  conditionText,
  DEFAULT_SCAN,
  heatOf,
  heatScale,
  isZeroText,
  scanRows,
} from '../../src/features/scanner/scan-columns.ts'

const unknown = Object.fromEntries(SCAN_COLUMN_NAMES.map((column) => [column, null])) as Pick<
  ScanRow,
  (typeof SCAN_COLUMN_NAMES)[number]
>
const row = (symbol: string, values: Partial<ScanRow> = {}): ScanRow => ({
  ...unknown,
  symbol,
  t: 0,
  state: 'complete',
  precision: '1',
  day_complete: true,
  ...values,
})
const shown = (rows: readonly ScanRow[], part: Partial<typeof DEFAULT_SCAN> = {}, search = '') =>
  scanRows(rows, { ...DEFAULT_SCAN, ...part }, search).map(({ symbol }) => symbol)

describe('the rows of the scanner', () => {
  const rows = [
    row('B:ONE', { change: -1, volume_quote: '9' }),
    row('A:TWO', { change: 2, volume_quote: '10' }),
    row('C:THREE'),
    row('A:ONE', { change: -1 }),
  ]

  it('are sorted by number, unknown values last, ties by symbol', () => {
    const by = (descending: boolean) => ({ sort: { column: 'change', descending } }) as const
    expect(shown(rows, by(true))).toEqual(['A:TWO', 'A:ONE', 'B:ONE', 'C:THREE'])
    expect(shown(rows, by(false))).toEqual(['A:ONE', 'B:ONE', 'A:TWO', 'C:THREE'])
    expect(shown(rows, { sort: { column: 'volume_quote', descending: true } })).toEqual([
      'A:TWO',
      'B:ONE',
      'A:ONE',
      'C:THREE',
    ])
    expect(shown(rows, { sort: { column: 'symbol', descending: true } })).toEqual([
      'C:THREE',
      'B:ONE',
      'A:TWO',
      'A:ONE',
    ])
  })

  it('are filtered by conditions and by a part of the symbol', () => {
    expect(shown(rows, { conditions: [{ column: 'change', operator: 'lt', value: '0' }] })).toEqual(['B:ONE', 'A:ONE'])
    expect(shown(rows, {}, ' one ')).toEqual(['B:ONE', 'A:ONE'])
    // Without conditions, bars with missing trades are listed too.
    expect(shown([row('A:X', { state: 'incomplete' })])).toEqual(['A:X'])
  })

  it('show values short, with signs where there is a direction', () => {
    expect(cellText('close', '67123.50')).toBe('67,123.5')
    expect(cellText('delta', '12345.678')).toBe('+12.3K')
    expect(cellText('volume_quote', '12345.678')).toBe('12.3K')
    expect(cellText('change', -0.254)).toBe('-0.25')
    expect(cellText('change', -0.004)).toBe('0.00')
    expect(cellText('relative_volume', 2)).toBe('2.00')
    expect(cellText('effort', 1.26)).toBe('+1.3')
    expect(cellText('effort', -0.04)).toBe('0.0')
    expect(cellText('stacks_buy', 2)).toBe('2')
    expect(cellText('vwap_distance', null)).toBe('–')
  })

  it('are coloured by size and side, relative to the large values of all markets', () => {
    const many = Array.from({ length: 100 }, (_, k) => row(`A:${k}`, { change: k + 1 }))
    const scale = heatScale([...many, row('A:X', { change: 10_000 })], ['change', 'stacks_sell', 'close'])
    expect(scale).toEqual({ change: 96 })
    expect(heatOf('change', -48, scale)).toEqual({ tone: 'negative', strength: 0.5 })
    expect(heatOf('change', 10_000, scale)).toEqual({ tone: 'positive', strength: 1 })
    expect(heatOf('stacks_sell', 2, { stacks_sell: 2 })).toEqual({ tone: 'negative', strength: 1 })
    expect(heatOf('relative_volume', 3, { relative_volume: 3 })).toEqual({ tone: 'neutral', strength: 1 })
    expect(heatOf('change', 0, scale)).toBeNull()
    // Shown as 0.00 and 0.0: a colour would suggest a direction that the text does not show.
    expect([heatOf('change', 0.004, { change: 0.004 }), heatOf('effort', -0.04, { effort: 0.04 })]).toEqual([
      null,
      null,
    ])
    expect(heatOf('change', -0.005, { change: 0.005 })).toEqual({ tone: 'negative', strength: 1 })
    expect(heatOf('close', '5', { close: 5 })).toBeNull()
  })

  it('are shown as zero where they are rounded to it, unknown ones are not', () => {
    expect(['0.00', '0', '0.0', '–', '', '-0.01', '+10'].map(isZeroText)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('writes a condition as text', () => {
    expect(conditionText({ column: 'change', operator: 'abs_gte', value: '2' }, 'Change')).toBe('|Change| ≥ 2')
    expect(conditionText({ column: 'change', operator: 'lte', value: '-2' }, 'Change')).toBe('Change ≤ -2')
  })
})
