import { ALERT_DRAWINGS, ALL_MARKETS } from '@flowprint/contract'
import type { AlertRule } from '@flowprint/contract'
import {
  MINUTE_MS,
  DRAWING_POINTS,
  OrderflowError,
  cycleMsOf,
  decimalUnit,
  decodeSettings,
  leastNotional,
  parseFraction,
  parseSettings,
  toLots,
  toUnits,
} from '@flowprint/orderflow'
import type { DecimalUnit, DrawingShape, IndicatorSettings, InstrumentUnits, Lots } from '@flowprint/orderflow'
import type { Fault } from '../../../platform/http/index.ts'
import type { RuleInUnits } from './waiting-alert.ts'

const MAX_STEP = 1_000_000_000
const MAX_TICK = 2 ** 31 - 1
const MAX_DISTANCE = 1_000_000
/** Below it, a large part of every book would be walls. */
const MIN_WALL_RATIO = 2
/** Ratios and shares are compared exactly up to this many characters. */
const MAX_SHARE_LENGTH = 12

/** A rule does not fit its market; names the field and the reason. */
export class RuleFault extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(`${fault.field}: ${fault.error}`)
    this.fault = fault
  }
}

/**
 * Converts a rule to the units of its market.
 * Input   a rule that matches its schema; drawings need the points of their kind.
 * Output  ticks, lots and ticks x lots. Sizes are rounded up to whole lots: "at least 0.15 lots" is one lot.
 * Throws  RuleFault: a price that is not a multiple of the tick, an unknown cycle, an invalid precision, invalid
 * settings.
 */
export function ruleInUnits(rule: AlertRule, units: InstrumentUnits): RuleInUnits {
  const tick = decimalUnit(units.tickSize)
  const lot = decimalUnit(units.lotSize)
  switch (rule.kind) {
    case 'price':
      return {
        kind: 'price',
        tick: ticksOf(rule.price, tick, units, 'rule.price'),
        direction: rule.direction,
        cycleMs: cycleOf(rule.cycle),
      }
    case 'drawing':
      return {
        kind: 'drawing',
        drawingId: rule.drawing.id,
        shape: shapeOf(rule.drawing, tick, units),
        cycleMs: cycleOf(rule.cycle),
      }
    case 'delta':
      return { kind: 'delta', side: rule.side, lots: atLeast(rule.at_least, lot), cycleMs: cycleOf(rule.cycle) }
    case 'volume':
      return { kind: 'volume', lots: atLeast(rule.at_least, lot), cycleMs: cycleOf(rule.cycle) }
    case 'big_trade':
      return {
        kind: 'big_trade',
        side: rule.side,
        notional: leastNotional(rule.at_least, units),
        cycleMs: cycleOf(rule.cycle),
      }
    case 'zone':
      return { kind: 'zone', events: rule.events, side: rule.side, ...studyOf(rule, tick, units) }
    case 'stack': {
      const study = studyOf(rule, tick, units)
      return {
        kind: 'stack',
        side: rule.side,
        minRows: rule.min_rows,
        ...study,
        settings: { ...study.settings, stack: { min: Math.min(rule.min_rows, study.settings.stack.min) } },
      }
    }
    case 'effort':
      return { kind: 'effort', side: rule.side, ...studyOf(rule, tick, units) }
    case 'wall':
      return {
        kind: 'wall',
        events: rule.events,
        side: rule.side,
        ratio: checkedAmount(rule.ratio, 'rule.ratio', (ratio) => ratio >= MIN_WALL_RATIO, '2 …'),
        atLeast: rule.at_least === undefined ? null : sizeOf(rule.at_least),
        distance: distanceOf(rule.distance, tick, units),
        cycleMs: cycleOf(rule.cycle),
      }
    case 'book_imbalance':
      return {
        kind: 'book_imbalance',
        side: rule.side,
        atLeast: checkedAmount(rule.at_least, 'rule.at_least', (share) => share > 0 && share <= 1, '0.01 … 1'),
        seconds: rule.seconds,
        distance: distanceOf(rule.distance, tick, units),
        cycleMs: cycleOf(rule.cycle),
      }
    case 'resting':
      return {
        kind: 'resting',
        event: rule.event,
        side: rule.side,
        atLeast: sizeOf(rule.at_least),
        cycleMs: cycleOf(rule.cycle),
      }
    case 'scanner':
      // Of no market: evaluated on the rows of the scanner.
      throw new RuleFault({ field: 'symbol', error: 'NOT_A_CHOICE', params: { allowed: ALL_MARKETS } })
    case 'liquidation':
      return {
        kind: 'liquidation',
        side: rule.side,
        atLeast: sizeOf(rule.at_least),
        value: BigInt(leastNotional(rule.at_least, units)),
        seconds: rule.seconds,
        cycleMs: cycleOf(rule.cycle),
      }
  }
}

interface StudyArguments {
  readonly cycle: string
  readonly precision: string
  readonly settings?: string | undefined
}

function studyOf(
  rule: StudyArguments,
  tick: DecimalUnit,
  units: InstrumentUnits,
): { cycleMs: number; step: number; settings: IndicatorSettings } {
  return {
    cycleMs: cycleOf(rule.cycle),
    step: stepOf(rule.precision, tick, units),
    settings: settingsOf(rule.settings),
  }
}

function cycleOf(cycle: string | undefined): number {
  if (cycle === undefined) return MINUTE_MS
  const cycleMs = cycleMsOf(cycle)
  if (cycleMs === undefined)
    throw new RuleFault({ field: 'rule.cycle', error: 'BAD_BODY', params: { expected: '1m, 5m, 1h …' } })
  return cycleMs
}

function stepOf(precision: string, tick: DecimalUnit, units: InstrumentUnits): number {
  const step = unitsOf(precision, tick)
  if (step !== null && step >= 1 && step <= MAX_STEP) return step
  throw new RuleFault({ field: 'rule.precision', error: 'NOT_A_MULTIPLE', params: { unit: units.tickSize } })
}

const sizeOf = (text: string): string => checkedAmount(text, 'rule.at_least', (size) => size > 0, '> 0', Infinity)

/** The amount; RuleFault when it is out of range or too long. */
function checkedAmount(
  text: string,
  field: string,
  isValid: (value: number) => boolean,
  expected: string,
  maxLength = MAX_SHARE_LENGTH,
): string {
  if (text.length <= maxLength && isValid(Number(text))) return text
  throw new RuleFault({ field, error: 'BAD_BODY', params: { expected } })
}

function distanceOf(distance: string, tick: DecimalUnit, units: InstrumentUnits): number {
  const ticks = unitsOf(distance, tick)
  if (ticks !== null && ticks >= 1 && ticks <= MAX_DISTANCE) return ticks
  throw new RuleFault({ field: 'rule.distance', error: 'NOT_A_MULTIPLE', params: { unit: units.tickSize } })
}

function settingsOf(text: string | undefined): IndicatorSettings {
  try {
    return text === undefined ? parseSettings(undefined) : decodeSettings(text)
  } catch (error) {
    if (!(error instanceof OrderflowError)) throw error
    throw new RuleFault({ field: 'rule.settings', error: 'BAD_SETTING', params: { reason: error.message } })
  }
}

function shapeOf(
  drawing: Extract<AlertRule, { kind: 'drawing' }>['drawing'],
  tick: DecimalUnit,
  units: InstrumentUnits,
): DrawingShape {
  const { kind, points } = drawing
  if (!(ALERT_DRAWINGS as readonly string[]).includes(kind)) {
    throw new RuleFault({
      field: 'rule.drawing.kind',
      error: 'NOT_A_CHOICE',
      params: { allowed: ALERT_DRAWINGS.join(', ') },
    })
  }
  if (points.length !== DRAWING_POINTS[kind]) {
    throw new RuleFault({
      field: 'rule.drawing.points',
      error: 'BAD_BODY',
      params: { expected: String(DRAWING_POINTS[kind]) },
    })
  }
  return {
    kind,
    points: points.map(({ t, price }) => ({ t, tick: ticksOf(price, tick, units, 'rule.drawing.points') })),
  }
}

function ticksOf(price: string, tick: DecimalUnit, units: InstrumentUnits, field: string): number {
  const ticks = unitsOf(price, tick)
  if (ticks !== null && Math.abs(ticks) <= MAX_TICK) return ticks
  throw new RuleFault({ field, error: 'NOT_A_MULTIPLE', params: { unit: units.tickSize } })
}

function unitsOf(text: string, unit: DecimalUnit): number | null {
  try {
    return toUnits(text, unit)
  } catch (error) {
    if (error instanceof OrderflowError) return null
    throw error
  }
}

/** Threshold in whole units, rounded up: quantities are integers, so this does not change which of them reach it. */
export function atLeast(text: string, unit: DecimalUnit): Lots {
  const { num, den } = parseFraction(text)
  const scale = 10n ** BigInt(Math.abs(unit.exponent))
  const [above, below] = unit.exponent < 0 ? [num * scale, den * unit.mantissa] : [num, den * unit.mantissa * scale]
  return toLots((above + below - 1n) / below)
}
