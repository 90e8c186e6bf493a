import { describe, expect, it } from 'vitest'
import { cardPosition } from '../../src/features/order-flow/ui/floating-card.tsx'

const card = { width: 200, height: 100 }
const area = { width: 1000, height: 500 }

describe('a card', () => {
  it('stands right below the point', () =>
    expect(cardPosition({ x: 100, y: 100 }, card, area)).toEqual({ left: 114, top: 114 }))

  it('changes sides at the edges', () => {
    expect(cardPosition({ x: 900, y: 450 }, card, area)).toEqual({ left: 686, top: 336 })
  })

  it('never leaves an area that is too small for it', () => {
    expect(cardPosition({ x: 50, y: 20 }, card, { width: 180, height: 90 })).toEqual({ left: 8, top: 8 })
  })
})
