import { describe, expect, it } from 'vitest'
import { isSettling } from '../../src/features/order-flow/model/menus.ts'
import { MENUS } from './menus.ts'

describe('a market settles', () => {
  it('while it is simulated and nothing is recommended for it', () => {
    const menus = { ...MENUS, recommend: { ...MENUS.recommend, 'DEMO:BTCUSD': {} } }
    expect(isSettling(menus, 'DEMO:BTCUSD')).toBe(true)
  })

  it('no more once there is a recommendation', () => {
    expect(isSettling(MENUS, 'DEMO:BTCUSD')).toBe(false)
  })

  it('never when it is a real one, nor when it is unknown', () => {
    expect(isSettling(MENUS, 'BINANCE:BTCUSDT.P')).toBe(false)
    expect(isSettling(MENUS, 'DEMO:XRPUSD')).toBe(false)
    expect(isSettling(MENUS, undefined)).toBe(false)
  })
})
