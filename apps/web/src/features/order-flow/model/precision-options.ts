import type { MenuSymbol } from '@flowprint/contract'
import { stepText } from '@flowprint/orderflow'
import { stepOf } from './precision.ts'

/** The precision in canonical form, as menus and links use it; null when it is no multiple of the tick. */
export function tidyPrecision(precision: string, tickSize: string): string | null {
  const step = stepOf(precision.trim(), tickSize)
  if (step === null) return null
  return stepText(step, tickSize)
}

interface PrecisionOption {
  readonly value: string
  readonly recommended: boolean
  readonly remembered: boolean
  readonly chosen: boolean
}

/** The ladder of a symbol with the recommended and the user's step marked; a custom step is inserted in order. */
export function precisionOptions(
  market: MenuSymbol,
  recommended: string | undefined,
  remembered: string | undefined,
  current: string,
): PrecisionOption[] {
  const steps = new Map<number, string>()
  for (const value of [...market.precision, recommended, remembered, current]) {
    const step = value === undefined ? null : stepOf(value, market.tick_size)
    if (step !== null && value !== undefined && !steps.has(step)) steps.set(step, value)
  }
  const isStep = (text: string | undefined, step: number) =>
    text !== undefined && stepOf(text, market.tick_size) === step
  return [...steps]
    .sort(([a], [b]) => a - b)
    .map(([step, value]) => ({
      value,
      recommended: isStep(recommended, step),
      remembered: isStep(remembered, step),
      chosen: isStep(current, step),
    }))
}
