import { DEFAULT_SETTINGS } from './settings.ts'
import type { IndicatorSettings } from './settings.ts'
import { OrderflowError } from '../errors.ts'
import { parseDecimal, parseFraction } from '../units/decimals.ts'

/** Maximum rows of a stack; larger values are typing errors. */
const MAX_ROWS = 100

/**
 * Maximum lifetime of a zone in bars: the lead-in of 350 bars depends on it (docs/formulas/support-and-resistance.md).
 */
export const MAX_ZONE_BARS = 300

const SHARE_PERCENT: DecimalRange = { min: '1', max: '100', decimals: 4 }
const RATIO: DecimalRange = { min: '1', max: '1000', decimals: 4 }
const QUANTITY: DecimalRange = { min: '0', max: '1000000000000000', decimals: 18 }
const REL_VOLUME: DecimalRange = { min: '0', max: '1000', decimals: 4 }
const PART: DecimalRange = { min: '0', max: '1', decimals: 4 }
const TIMES: DecimalRange = { min: '1', max: '1000', decimals: 4 }
const FACTOR: DecimalRange = { min: '0', max: '1000', decimals: 4 }
/** Maximum value of a Date, ms. */
const MAX_MOMENT = 8_640_000_000_000_000
const PROGRESS: DecimalRange = { min: '-100', max: '100', decimals: 4 }

/**
 * Parses indicator settings from untrusted input: a link, a saved layout or an API call.
 *
 * Input   an object with any part of the settings; absent settings take their defaults; `undefined` means all defaults.
 * Output  complete settings, decimals in canonical text ("3.0" -> "3"), so that equal settings have equal texts.
 * Throws  OrderflowError BAD_SETTING naming the path and the allowed values, for any wrong type, value or unknown key.
 */
export function parseSettings(input: unknown): IndicatorSettings {
  const standard = DEFAULT_SETTINGS
  const root = readGroup(input, '', Object.keys(standard))
  const group = (name: keyof IndicatorSettings) => readGroup(root[name], name, Object.keys(standard[name]))
  const poc = group('poc')
  const valueArea = group('valueArea')
  const imbalance = group('imbalance')
  const stack = group('stack')
  const zones = group('zones')
  const kinds = readGroup(zones.kinds, 'zones.kinds', Object.keys(standard.zones.kinds))
  const effort = group('effort')
  const bigTrades = group('bigTrades')
  const unfinished = group('unfinished')
  const absorption = group('absorption')
  const exhaustion = group('exhaustion')
  const cvd = group('cvd')
  const vwap = group('vwap')
  return {
    poc: { basis: readChoice(poc.basis, 'poc.basis', ['grouped', 'raw'], standard.poc.basis) },
    valueArea: { share: readDecimal(valueArea.share, 'valueArea.share', SHARE_PERCENT, standard.valueArea.share) },
    imbalance: {
      ratio: readDecimal(imbalance.ratio, 'imbalance.ratio', RATIO, standard.imbalance.ratio),
      minVolume: readDecimal(
        imbalance.minVolume,
        'imbalance.minVolume',
        QUANTITY,
        standard.imbalance.minVolume,
        'auto',
      ),
      zeroSide: readChoice(imbalance.zeroSide, 'imbalance.zeroSide', ['count', 'ignore'], standard.imbalance.zeroSide),
    },
    stack: { min: readInteger(stack.min, 'stack.min', 2, MAX_ROWS, standard.stack.min) },
    zones: {
      kinds: {
        stack: readFlag(kinds.stack, 'zones.kinds.stack', standard.zones.kinds.stack),
        effort: readFlag(kinds.effort, 'zones.kinds.effort', standard.zones.kinds.effort),
        cluster: readFlag(kinds.cluster, 'zones.kinds.cluster', standard.zones.kinds.cluster),
        unfinished: readFlag(kinds.unfinished, 'zones.kinds.unfinished', standard.zones.kinds.unfinished),
        nakedPoc: readFlag(kinds.nakedPoc, 'zones.kinds.nakedPoc', standard.zones.kinds.nakedPoc),
      },
      stackMin: readInteger(zones.stackMin, 'zones.stackMin', 2, MAX_ROWS, standard.zones.stackMin),
      breakBy: readChoice(zones.breakBy, 'zones.breakBy', ['close', 'touch', 'through'], standard.zones.breakBy),
      expireBars: readInteger(zones.expireBars, 'zones.expireBars', 1, MAX_ZONE_BARS, standard.zones.expireBars),
      maxDrawn: readInteger(zones.maxDrawn, 'zones.maxDrawn', 0, 100, standard.zones.maxDrawn),
    },
    effort: {
      relVolume: readDecimal(effort.relVolume, 'effort.relVolume', REL_VOLUME, standard.effort.relVolume),
      share: readDecimal(effort.share, 'effort.share', PART, standard.effort.share),
      progress: readDecimal(effort.progress, 'effort.progress', PROGRESS, standard.effort.progress),
      closeLocation: readDecimal(effort.closeLocation, 'effort.closeLocation', PART, standard.effort.closeLocation),
    },
    bigTrades: {
      show: readFlag(bigTrades.show, 'bigTrades.show', standard.bigTrades.show),
      showLong: readFlag(bigTrades.showLong, 'bigTrades.showLong', standard.bigTrades.showLong),
      size: readDecimal(bigTrades.size, 'bigTrades.size', QUANTITY, standard.bigTrades.size),
    },
    unfinished: {
      show: readFlag(unfinished.show, 'unfinished.show', standard.unfinished.show),
      dominant: readDecimal(unfinished.dominant, 'unfinished.dominant', FACTOR, standard.unfinished.dominant),
      opposite: readDecimal(unfinished.opposite, 'unfinished.opposite', PART, standard.unfinished.opposite),
    },
    absorption: {
      show: readFlag(absorption.show, 'absorption.show', standard.absorption.show),
      minRows: readInteger(absorption.minRows, 'absorption.minRows', 2, MAX_ROWS, standard.absorption.minRows),
      relVolume: readDecimal(absorption.relVolume, 'absorption.relVolume', TIMES, standard.absorption.relVolume),
      opposite: readDecimal(absorption.opposite, 'absorption.opposite', FACTOR, standard.absorption.opposite),
      share: readDecimal(absorption.share, 'absorption.share', PART, standard.absorption.share),
      retreat: readDecimal(absorption.retreat, 'absorption.retreat', PART, standard.absorption.retreat),
    },
    exhaustion: {
      show: readFlag(exhaustion.show, 'exhaustion.show', standard.exhaustion.show),
      minRows: readInteger(exhaustion.minRows, 'exhaustion.minRows', 4, MAX_ROWS, standard.exhaustion.minRows),
      extreme: readDecimal(exhaustion.extreme, 'exhaustion.extreme', PART, standard.exhaustion.extreme),
      peak: readDecimal(exhaustion.peak, 'exhaustion.peak', FACTOR, standard.exhaustion.peak),
    },
    cvd: {
      reset: readChoice(cvd.reset, 'cvd.reset', ['day', 'week', 'never', 'bar'], standard.cvd.reset),
      at: readInteger(cvd.at, 'cvd.at', 0, MAX_MOMENT, standard.cvd.at),
      style: readChoice(cvd.style, 'cvd.style', ['candles', 'line'], standard.cvd.style),
    },
    vwap: {
      anchor: readChoice(vwap.anchor, 'vwap.anchor', ['off', 'day', 'bar'], standard.vwap.anchor),
      at: readInteger(vwap.at, 'vwap.at', 0, MAX_MOMENT, standard.vwap.at),
      bands: readChoice(vwap.bands, 'vwap.bands', ['none', 'one', 'two'], standard.vwap.bands),
    },
  }
}

/** Rule of a decimal setting: bounds inclusive, at most `decimals` digits after the point. */
interface DecimalRange {
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
function readGroup(value: unknown, path: string, keys: readonly string[]): Readonly<Record<string, unknown>> {
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

function readFlag(value: unknown, path: string, standard: boolean): boolean {
  if (value === undefined) return standard
  if (typeof value !== 'boolean') throw badSetting(path, 'true or false is allowed')
  return value
}

function readInteger(value: unknown, path: string, min: number, max: number, standard: number): number {
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
function readDecimal(
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
