import { decodePractice, encodePractice, type InstrumentUnits, OrderflowError } from '@flowprint/orderflow'
import type { PracticeJournal } from '@flowprint/orderflow'

/** A session with the market it belongs to: prices and quantities of the journal are whole units of it. */
interface PracticeFile {
  readonly symbol: string
  readonly units: InstrumentUnits
  readonly journal: PracticeJournal
}

const FORMAT = 'flowprint-practice-session'

export function encodePracticeFile({ symbol, units, journal }: PracticeFile): string {
  const { tickSize, lotSize } = units
  const content: unknown = JSON.parse(encodePractice(journal))
  return JSON.stringify({ format: FORMAT, symbol, tick_size: tickSize, lot_size: lotSize, journal: content })
}

/**
 * Reads the file of a session of this market.
 *
 * Throws  OrderflowError FOREIGN (no such file), VERSION or CORRUPT (the message names the field);
 *         PracticeFileSymbol for that of another market.
 */
export function decodePracticeFile(text: string, { symbol, units }: Omit<PracticeFile, 'journal'>): PracticeJournal {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = null
  }
  if (typeof value !== 'object' || value === null || (value as { format?: unknown }).format !== FORMAT) {
    throw new OrderflowError('FOREIGN', 'this is not the file of a practice session')
  }
  const file = value as Readonly<Record<string, unknown>>
  if (file.symbol !== symbol) throw new PracticeFileSymbol(String(file.symbol))
  if (file.tick_size !== units.tickSize) throw new OrderflowError('CORRUPT', `tick_size: ${String(file.tick_size)}`)
  if (file.lot_size !== units.lotSize) throw new OrderflowError('CORRUPT', `lot_size: ${String(file.lot_size)}`)
  return decodePractice(JSON.stringify(file.journal ?? null))
}

/** The session belongs to another market. */
export class PracticeFileSymbol extends Error {
  readonly symbol: string
  constructor(symbol: string) {
    super(`The session is of ${symbol}`)
    this.symbol = symbol
  }
}
