import { parseDecimal } from '../units/parse-decimal.ts'

/** When a tick or volume bar ends: after a number of fills or lots. */
export interface SequenceRule {
  readonly kind: 'ticks' | 'volume'
  /** A bar ends with the trade that brings its fills, or its lots, to at least this size. Integer >= 1. */
  readonly size: number
}

/** Canonical text of such a cycle: "1000t" (fills), "250v" or "2.5v" (base quantity). */
export const SEQUENCE_PATTERN = '^([1-9][0-9]{0,8}t|[1-9][0-9]{0,14}(\\.[0-9]{0,14}[1-9])?v|0\\.[0-9]{0,14}[1-9]v)$'

const CYCLE = new RegExp(SEQUENCE_PATTERN)

/** Whether a cycle is one of fills or volume: "1000t", "2.5v". */
export function isSequenceCycle(cycle: string): boolean {
  return CYCLE.test(cycle)
}

/** Canonical text of user input such as "1000 T" or "2.50v"; null when it is not a cycle. */
export function tidySequence(text: string): string | null {
  const match = /^0*(\d+(?:\.\d*)?|\.\d+)([tv])$/.exec(text.replace(/[\s,]/g, '').toLowerCase())
  if (match === null) return null
  const number = match[1].includes('.') ? match[1].replace(/\.?0*$/, '') : match[1]
  const cycle = (number.startsWith('.') ? `0${number}` : number || '0') + match[2]
  return isSequenceCycle(cycle) ? cycle : null
}

/**
 * Parses a cycle into its rule at a market's lot size.
 *
 * Output  null for text that is not such a cycle, or a volume beyond 2^53 - 1 lots. A volume that is not a whole number
 *         of lots is rounded up.
 * Throws  OrderflowError BAD_DECIMAL when the lot size is not a decimal number.
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
