import { describe, expect, it } from 'vitest'
import { mergeZones } from '../../src/model/drawn-zones.ts'
import { zoneOf } from '../fixtures/bars.ts'

describe('drawn zones', () => {
  it('merges touching live zones of one side into one band with all members', () => {
    const zones = [
      zoneOf({ lowRow: 5, highRow: 7, born: 20, tests: 1, strength: 2, state: 'tested' }),
      zoneOf({ lowRow: 8, highRow: 9, born: 10, strength: 3 }),
      zoneOf({ lowRow: 11, highRow: 12, born: 30 }),
    ]
    const { live } = mergeZones(zones)
    expect(live).toHaveLength(2)
    expect(live[0]).toMatchObject({
      lowRow: 5,
      highRow: 9,
      born: 10,
      tests: 1,
      strength: 5,
      state: 'tested',
      ended: null,
    })
    expect(live[0].members).toEqual(zones.slice(0, 2))
    expect(live[1].members).toEqual([zones[2]])
  })

  it('never merges sides, and does not merge ended zones', () => {
    const zones = [
      zoneOf({ lowRow: 5, highRow: 7 }),
      zoneOf({ lowRow: 6, highRow: 8, side: 'resistance' }),
      zoneOf({ lowRow: 6, highRow: 8, ended: 99, state: 'broken' }),
    ]
    const { live, ended } = mergeZones(zones)
    expect(live.map((zone) => zone.side)).toEqual(['support', 'resistance'])
    expect(ended).toHaveLength(1)
    expect(ended[0]).toMatchObject({ ended: 99, state: 'broken', members: [zones[2]] })
  })
})
