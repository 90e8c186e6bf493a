import type { AuditRow } from '@flowprint/contract'
import { describe, expect, it } from 'vitest'
import {
  percentTyped,
  ratioChanges,
  ratioOfLevel,
  readRatio,
  shareText,
} from '../../src/features/admin/dividends/dividend-terms.ts'

describe('a custom inviter ratio', () => {
  it.each([
    ['own', '12.5', '0.1250'],
    ['own', ' 30 ', '0.3000'],
    ['own', '100', '1.0000'],
    ['own', '0', '0.0000'],
    ['level', 'whatever', null],
    ['own', '', undefined],
    ['own', '100.01', undefined],
    ['own', '1.234', undefined],
    ['own', '-1', undefined],
    ['own', '1e1', undefined],
  ])('%s "%s" is %s', (kind, percent, ratio) => expect(readRatio(kind, percent)).toBe(ratio))

  it('is formatted as it was entered', () => {
    expect(['0.1250', '0.3000', '0.0001'].map(percentTyped)).toEqual(['12.5', '30', '0.01'])
    expect(percentTyped(null)).toBe('')
  })

  it('computes the same share as the server, rounded down', () => {
    expect(shareText('199.000000', '0.3000')).toBe('59.700000')
    expect(shareText('0.000003', '0.5000')).toBe('0.000001')
  })

  it('is shown with the ratio of the level', () => {
    const levels = [
      { level: 1, ratio: '0.1000' },
      { level: 2, ratio: '0.1500' },
    ]
    expect(ratioOfLevel(levels, 2)).toBe('0.1500')
    expect(ratioOfLevel(levels, 3)).toBeNull()
    expect(ratioOfLevel(undefined, 1)).toBeNull()
  })

  it('has its history in the audit log', () => {
    const row = (id: number, after: AuditRow['after']): AuditRow => ({
      id,
      at: '2026-11-20T00:00:00.000Z',
      actor_id: 1,
      actor_name: 'Ada',
      action: 'set_ratio',
      object_type: 'account',
      object_id: '7',
      before: null,
      after,
    })
    expect(
      ratioChanges([row(2, { ratio: null, remark: 'over' }), row(1, { ratio: '0.3000', remark: 'agreed' })]),
    ).toEqual([
      { id: 2, at: '2026-11-20T00:00:00.000Z', by: 'Ada', ratio: null, remark: 'over' },
      { id: 1, at: '2026-11-20T00:00:00.000Z', by: 'Ada', ratio: '0.3000', remark: 'agreed' },
    ])
  })
})
