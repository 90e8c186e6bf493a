import { describe, expect, it } from 'vitest'
import { EMPTY_TICKET, readTicket } from '../../../src/features/order-flow/panels/practice/ticket.ts'
import { UNITS } from './make-replay.ts'

const limit = { ...EMPTY_TICKET, type: 'limit' as const, quantity: '0.25', price: '50.5' }

describe('the order ticket', () => {
  it('reads decimals as whole lots and ticks', () => {
    expect(readTicket({ ...limit, stopLoss: '49', target: ' 52 ' }, 'buy', UNITS, null)).toEqual({
      kind: 'place',
      side: 'buy',
      type: 'limit',
      lots: 250,
      tick: 101,
      reduceOnly: false,
      stopTick: 98,
      targetTick: 104,
    })
  })

  it('ignores the price of market orders and the bracket of orders that only reduce', () => {
    const ticket = { ...limit, type: 'market' as const, price: 'x', stopLoss: 'x', target: 'x', reduceOnly: true }
    expect(readTicket(ticket, 'sell', UNITS, 100)).toMatchObject({ tick: null, stopTick: null, targetTick: null })
  })

  it.each([
    ['quantity', { quantity: '' }],
    ['quantity', { quantity: '0' }],
    ['quantity', { quantity: '-1' }],
    ['quantity', { quantity: '0.0005' }],
    ['tick', { price: '' }],
    ['tick', { price: '50.3' }],
    ['stopLoss', { stopLoss: 'x' }],
    ['target', { target: '52.1' }],
    ['bracket', { stopLoss: '50.5' }],
    ['bracket', { target: '50' }],
  ] as const)('reports the fault of the %s in %o', (fault, part) => {
    expect(readTicket({ ...limit, ...part }, 'buy', UNITS, null)).toBe(fault)
  })

  it('compares the bracket of a market order with the last price, by side', () => {
    const market = { ...limit, type: 'market' as const, stopLoss: '49', target: '52' }
    expect(readTicket(market, 'buy', UNITS, 101)).toMatchObject({ stopTick: 98 })
    expect(readTicket(market, 'sell', UNITS, 101)).toBe('bracket')
    expect(readTicket(market, 'buy', UNITS, 98)).toBe('bracket')
  })
})
