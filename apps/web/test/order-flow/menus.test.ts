import { describe, expect, it } from 'vitest'
import { isSettling } from '../../src/features/order-flow/model/menus.ts'
import { MENUS } from './menus.ts'

describe('a market is settling', () => {
  it('while simulated without a recommendation', () => {
    const menus = { ...MENUS, recommend: { ...MENUS.recommend, 'DEMO:BTCUSD': {} } }
    expect(isSettling(menus, 'DEMO:BTCUSD')).toBe(true)
  })

  it('no longer once there is a recommendation', () => {
    expect(isSettling(MENUS, 'DEMO:BTCUSD')).toBe(false)
  })

  it('never for a real or unknown market', () => {
    expect(isSettling(MENUS, 'BINANCE:BTCUSDT.P')).toBe(false)
    expect(isSettling(MENUS, 'DEMO:XRPUSD')).toBe(false)
    expect(isSettling(MENUS, undefined)).toBe(false)
  })
})
