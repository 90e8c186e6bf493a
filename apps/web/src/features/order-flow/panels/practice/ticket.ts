import { decimalUnit, OrderflowError, toUnits } from '@flowprint/orderflow'
import type { InstrumentUnits, PracticeAction, PracticeOrderType, PracticeSide } from '@flowprint/orderflow'

/** The fields of the order ticket as typed. */
export interface Ticket {
  readonly type: PracticeOrderType
  readonly quantity: string
  readonly price: string
  readonly stopLoss: string
  readonly target: string
  readonly reduceOnly: boolean
}

export const EMPTY_TICKET: Ticket = {
  type: 'market',
  quantity: '',
  price: '',
  stopLoss: '',
  target: '',
  reduceOnly: false,
}

export type TicketFault = 'quantity' | 'tick' | 'stopLoss' | 'target' | 'bracket'

/** Whole units of a typed decimal; null when it is none, undefined when it is empty. */
function parseUnits(text: string, unit: string): number | null | undefined {
  if (text.trim() === '') return undefined
  try {
    return toUnits(text.trim(), decimalUnit(unit))
  } catch (error) {
    if (error instanceof OrderflowError) return null
    throw error
  }
}

/**
 * The order of a ticket, or its first fault.
 *
 * `lastTick` is the entry of market orders for the check of the bracket.
 */
export function readTicket(
  ticket: Ticket,
  side: PracticeSide,
  { tickSize, lotSize }: InstrumentUnits,
  lastTick: number | null,
): Extract<PracticeAction, { kind: 'place' }> | TicketFault {
  const lots = parseUnits(ticket.quantity, lotSize)
  if (lots === null || lots === undefined || lots < 1) return 'quantity'
  const tick = ticket.type === 'market' ? null : parseUnits(ticket.price, tickSize)
  if (tick === undefined || (tick === null && ticket.type !== 'market')) return 'tick'
  const [stop, target] = ticket.reduceOnly
    ? [undefined, undefined]
    : [parseUnits(ticket.stopLoss, tickSize), parseUnits(ticket.target, tickSize)]
  if (stop === null) return 'stopLoss'
  if (target === null) return 'target'
  const entry = tick ?? lastTick
  const ladder = [stop, entry, target].filter((price) => price !== undefined && price !== null)
  const isOrdered = (side === 'buy' ? ladder : ladder.toReversed()).every(
    (price, i, all) => i === 0 || all[i - 1] < price,
  )
  if (!isOrdered) return 'bracket'
  return {
    kind: 'place',
    side,
    type: ticket.type,
    lots,
    tick,
    reduceOnly: ticket.reduceOnly,
    stopTick: stop ?? null,
    targetTick: target ?? null,
  }
}
