import { parseDecimal } from '../units/parse-decimal.ts'

/** What ends a bar that time does not: so many fills, or so many lots. */
export interface SequenceRule {
  readonly kind: 'ticks' | 'volume'
  /** A bar ends with the trade that brings its fills, or its lots, to this or more. Integer >= 1. */
  readonly size: number
}

/** The cycle of such a bar as text: "1000t" (fills), "250v" or "2.5v" (base quantity). One text for each. */
export const SEQUENCE_PATTERN = '^([1-9][0-9]{0,8}t|[1-9][0-9]{0,14}(\\.[0-9]{0,14}[1-9])?v|0\\.[0-9]{0,14}[1-9]v)$'

const CYCLE = new RegExp(SEQUENCE_PATTERN)

/** Whether a cycle is one of fills or volume: "1000t", "2.5v". */
export function isSequenceCycle(cycle: string): boolean {
  return CYCLE.test(cycle)
}

/** The one text of a cycle that somebody wrote, "1000 T" or "2.50v"; null when it is none. */
export function tidySequence(text: string): string | null {
  const match = /^0*(\d+(?:\.\d*)?|\.\d+)([tv])$/.exec(text.replace(/[\s,]/g, '').toLowerCase())
  if (match === null) return null
  const number = match[1].includes('.') ? match[1].replace(/\.?0*$/, '') : match[1]
  const cycle = (number.startsWith('.') ? `0${number}` : number || '0') + match[2]
  return isSequenceCycle(cycle) ? cycle : null
}

/**
 * The rule of a cycle at a market's lot size.
 *
 * Output  null for a text that is no such cycle, or a volume beyond 2^53 - 1 lots. A volume that is no whole number of lots
 *         is reached with the next whole one.
 * Throws  OrderflowError BAD_DECIMAL when the lot size is no decimal number.
 * Source  docs/formulas/tick-and-volume-bars.md.
 */
export function sequenceRule(cycle: string, lotSize: string): SequenceRule | null {
  if (!isSequenceCycle(cycle)) return null
  const number = cycle.slice(0, -1)
  if (cycle.endsWith('t')) return { kind: 'ticks', size: Number(number) }
  const [volume, lot] = [parseDecimal(number), parseDecimal(lotSize)]
  const shift = volume.exponent - lot.exponent
  const dividend = shift >= 0 ? volume.digits * 10n ** BigInt(shift) : volume.digits
  const divisor = shift >= 0 ? lot.digits : lot.digits * 10n ** BigInt(-shift)
  const size = Number((dividend + divisor - 1n) / divisor)
  return Number.isSafeInteger(size) ? { kind: 'volume', size } : null
}
