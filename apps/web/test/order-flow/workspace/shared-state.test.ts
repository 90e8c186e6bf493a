import { beforeEach, describe, expect, it } from 'vitest'
import { adoptShared, useSharedView } from '../../../src/features/order-flow/model/selection-url.ts'
import { createTestScope } from '../chart-scopes.ts'
import { useWatched, watchedTogether } from '../../../src/features/order-flow/model/market-store.ts'
import { partsOf } from '../../../src/features/order-flow/panels/layouts/layouts.ts'

describe('a link', () => {
  let scope = createTestScope().scope
  beforeEach(() => {
    scope = createTestScope().scope
  })
  const adopt = (search: string) => {
    adoptShared(scope, new URLSearchParams(search), 'A:B')
    return useSharedView.of(scope).getState().view
  }

  it('contains drawings and a time range; without them it is ignored', () => {
    expect(adopt('cycle=5m')).toBeNull()
    expect(adopt('d=1.x&from=10&to=20')).toEqual({ symbol: 'A:B', drawings: '1.x', range: { from: 10, to: 20 } })
    // The page cleans its URL: the adopted values stay.
    expect(adopt('cycle=5m')).not.toBeNull()
  })

  it('ignores an invalid range', () => {
    for (const search of ['from=20&to=10', 'from=10', 'from=x&to=20', 'from=-5&to=9', 'from=1e3&to=2e3'])
      expect(adopt(search)).toBeNull()
    expect(adopt('d=x&from=5&to=5')?.range).toBeNull()
  })
})

describe('watched markets', () => {
  beforeEach(() => useWatched.setState({ symbols: [], requests: {}, states: {}, summaries: {} }))

  it('are the union of watchlist and picker until both close', () => {
    const { watch } = useWatched.getState()
    watch(['A', 'B'], 'watchlist')
    watch(['B', 'C'])
    expect(useWatched.getState().symbols).toEqual(['A', 'B', 'C'])
    watch([])
    expect(useWatched.getState().symbols).toEqual(['A', 'B'])
    const before = useWatched.getState().symbols
    watch(['A'])
    expect(useWatched.getState().symbols).toBe(before)
    watch([], 'watchlist')
    watch([])
    expect(useWatched.getState()).toMatchObject({ symbols: [], states: {}, summaries: {} })
  })

  it('over the limit keep the watchlist first', () => {
    const names = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}${i}`)
    expect(watchedTogether({ picker: names('p', 150), watchlist: names('w', 150) })).toEqual([
      ...names('w', 150),
      ...names('p', 50),
    ])
  })

  it('keep their last state', () => {
    const row = {
      symbol: 'A',
      last: '1',
      change: null,
      change_percent: null,
      volume: null,
      delta: null,
      delta_hour: '-3',
      state: null,
      open_interest: null,
      open_interest_change_percent: null,
      funding_rate: null,
      next_funding: null,
      mark_price: null,
    } as const
    useWatched.getState().take([row])
    expect(useWatched.getState()).toMatchObject({ states: {}, summaries: { A: row } })
  })
})

describe('a layout', () => {
  it('lists each part as open or folded; unknown parts are ignored', () => {
    expect([...partsOf({ panels: ['tape', '-legend', 'hologram'] }, ['tape', 'legend', 'panel'])]).toEqual([
      ['tape', true],
      ['legend', false],
    ])
  })
})
