import { OrderflowError } from '../errors.ts'
import { parseDecimal } from '../units/parse-decimal.ts'
import { parseFraction } from '../units/fraction.ts'

/** Rule of a decimal setting: bounds inclusive, at most `decimals` digits after the point. */
export interface DecimalRange {
  readonly min: string
  readonly max: string
  readonly decimals: number
}

/** Error for an invalid setting, with its path and the allowed values. */
export function badSetting(path: string, allowed: string): OrderflowError {
  return new OrderflowError('BAD_SETTING', `${path === '' ? 'settings' : path}: ${allowed}`)
}

/**
 * Parses a group of settings: absent means all defaults; an unknown key is rejected, since it would silently have no
 * effect.
 */
export function readGroup(value: unknown, path: string, keys: readonly string[]): Readonly<Record<string, unknown>> {
  if (value === undefined) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badSetting(path, `an object with ${keys.join(', ')} is allowed`)
  }
  for (const key of Object.keys(value)) {
    if (!keys.includes(key)) {
      const shown = key.length > 40 ? `${key.slice(0, 40)}...` : key
      throw badSetting(path === '' ? shown : `${path}.${shown}`, `no such setting; allowed are ${keys.join(', ')}`)
    }
  }
  return value as Readonly<Record<string, unknown>>
}

export function readChoice<const T extends string>(
  value: unknown,
  path: string,
  choices: readonly T[],
  standard: T,
): T {
  if (value === undefined) return standard
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw badSetting(path, `${choices.map((choice) => `"${choice}"`).join(' or ')} is allowed`)
  return found
}

export function readFlag(value: unknown, path: string, standard: boolean): boolean {
  if (value === undefined) return standard
  if (typeof value !== 'boolean') throw badSetting(path, 'true or false is allowed')
  return value
}

export function readInteger(value: unknown, path: string, min: number, max: number, standard: number): number {
  if (value === undefined) return standard
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw badSetting(path, `a whole number from ${min} to ${max} is allowed`)
  }
  return value
}

/**
 * Parses a decimal setting into canonical text ("3.0" becomes "3"), so that equal settings have equal texts.
 *
 * `extra` is a word allowed instead of a number, such as "auto".
 */
export function readDecimal(
  value: unknown,
  path: string,
  range: DecimalRange,
  standard: string,
  extra: string | null = null,
): string {
  if (value === undefined) return standard
  if (extra !== null && value === extra) return extra
  const canonical = typeof value === 'string' ? canonicalDecimal(value, range) : null
  if (canonical === null) {
    const word = extra === null ? '' : `"${extra}" or `
    const numbers = `a decimal text from "${range.min}" to "${range.max}" with at most ${range.decimals} decimals`
    throw badSetting(path, `${word}${numbers} is allowed`)
  }
  return canonical
}

/** Canonical text of a decimal inside its range, or null. */
function canonicalDecimal(text: string, range: DecimalRange): string | null {
  let digits: bigint
  let exponent: number
  try {
    ;({ digits, exponent } = parseDecimal(text))
  } catch {
    return null
  }
  while (digits !== 0n && digits % 10n === 0n) {
    digits /= 10n
    exponent += 1
  }
  if (-exponent > range.decimals || exponent > 30) return null
  const scale = 10n ** BigInt(range.decimals)
  const scaled = digits * 10n ** BigInt(exponent + range.decimals)
  const min = parseFraction(range.min)
  const max = parseFraction(range.max)
  if (scaled * min.den < min.num * scale || scaled * max.den > max.num * scale) return null
  if (exponent >= 0) return String(digits * 10n ** BigInt(exponent))
  const plain = String(digits < 0n ? -digits : digits).padStart(1 - exponent, '0')
  return `${digits < 0n ? '-' : ''}${plain.slice(0, exponent)}.${plain.slice(exponent)}`
}
