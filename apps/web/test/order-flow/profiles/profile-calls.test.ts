import type { Profile } from '@flowprint/contract'
import { BAR_OPEN, NO_ROW } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { ProfileCalls } from '../../../src/features/order-flow/panels/profiles/profile-sources.ts'
import { shownOfAnswer } from '../../../src/features/order-flow/panels/profiles/profile-store.ts'
import {
  readPreferences,
  USUAL_PROFILES,
} from '../../../src/features/order-flow/panels/profiles/profile-preferences.ts'
import { stubStorage } from '../../browser-storage.ts'
import { readRecord } from '../../../src/shared/local-store.ts'

const UNITS = { tickSize: '0.01', lotSize: '0.001' }
const ANSWER: Profile = {
  symbol: 'A:B',
  precision: '0.05',
  tick_size: '0.01',
  lot_size: '0.001',
  instrument_version: 1,
  tape: 't',
  last_seq: 1,
  watermark: null,
  delayed: false,
  simulated: false,
  from: 0,
  to: 1,
  state: 'open',
  value_area: '70',
  high: '83.40',
  low: '83.29',
  poc: '83.25',
  vah: '83.35',
  val: '83.25',
  totals: { volume: '19.5', bid: '12', ask: '7.5', delta: '-4.5', trades: 5 },
  rows: [
    ['83.25', '10.000', '0.000', 2, 0],
    ['83.30', '2.000', '4.500', 1, 1],
  ],
}
const CALL = { symbol: 'A:B', precision: '0.05', share: '70', from: 0, to: 1 }

describe('a profile computed by the server', () => {
  it('is converted to rows and lots', () => {
    const shown = shownOfAnswer(ANSWER, UNITS)
    expect([shown.step, [...shown.row], [...shown.bid], [...shown.ask]]).toEqual([
      5,
      [1665, 1666],
      [10_000, 2000],
      [0, 4500],
    ])
    expect([shown.poc, shown.valRow, shown.vahRow, shown.state]).toEqual([1665, 1665, 1667, BAR_OPEN])
    expect(shownOfAnswer({ ...ANSWER, rows: [], poc: null, vah: null, val: null }, UNITS).poc).toBe(NO_ROW)
  })

  it('is requested once and refreshed only while its range is open', async () => {
    let [now, asked, notified] = [0, 0, 0]
    const calls = new ProfileCalls(
      async () => {
        asked += 1
        return ANSWER
      },
      () => (notified += 1),
      () => now,
    )
    expect(calls.profile(CALL, UNITS, true).shown).toBeNull()
    calls.profile(CALL, UNITS, true)
    await Promise.resolve()
    await Promise.resolve()
    expect([asked, notified, calls.profile(CALL, UNITS, true).shown?.step]).toEqual([1, 1, 5])
    now = 20_000
    calls.profile(CALL, UNITS, false)
    expect(asked).toBe(1)
    calls.profile(CALL, UNITS, true)
    expect(asked).toBe(2)
  })

  it('reports a failure and retries later', async () => {
    let [now, asked] = [0, 0]
    const calls = new ProfileCalls(
      async () => {
        asked += 1
        throw new Error('down')
      },
      () => {},
      () => now,
    )
    calls.profile(CALL, UNITS, false)
    await Promise.resolve()
    await Promise.resolve()
    expect([asked, calls.profile(CALL, UNITS, false).failure]).toEqual([1, new Error('down')])
    now = 20_000
    calls.profile(CALL, UNITS, false)
    expect(asked).toBe(2)
  })
})

describe('the preferences of profiles', () => {
  it('are the defaults when nothing valid is stored', () => {
    expect(readPreferences({})).toEqual(USUAL_PROFILES)
    const odd = { session: 'yes', sessions: 99, hours: 'mars', ownFrom: '25:00', look: 7 }
    expect(readPreferences(odd)).toEqual(USUAL_PROFILES)
  })

  it('are restored from storage', () => {
    const kept = {
      ...USUAL_PROFILES,
      session: true,
      sessions: 12,
      hours: 'own',
      ownFrom: '22:30',
      look: 'delta',
      area: false,
    }
    stubStorage({ 'flowprint:profiles': JSON.stringify(kept) })
    expect(readPreferences(readRecord('flowprint:profiles'))).toEqual(kept)
  })
})
