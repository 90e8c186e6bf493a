import { decimalUnit, fromUnits } from '@flowprint/orderflow'

/** Price formatting on the axis: converts an axis value (double) to whole ticks and their exact decimal text. */
export interface PriceText {
  /** Axis value of one tick. */
  readonly tick: number
  /** 10^decimals if a tick is a power of ten, else the base that the axis needs to find round steps. */
  readonly base: number
  ticksAt(axisPrice: number): number
  axisPrice(ticks: number): number
  text(ticks: number): string
}

/**
 * Parses a tick size for the axis. The axis uses doubles (screen positions); text is formatted from whole ticks.
 *
 * Throws  OrderflowError BAD_DECIMAL if the tick size is not a decimal number.
 */
export function priceText(tickSize: string): PriceText {
  const unit = decimalUnit(tickSize)
  const tick = Number(tickSize)
  return {
    tick,
    base: Math.max(1, 10 ** -unit.exponent),
    ticksAt: (axisPrice) => Math.round(axisPrice / tick),
    axisPrice: (ticks) => ticks * tick,
    text: (ticks) => fromUnits(ticks, unit),
  }
}
