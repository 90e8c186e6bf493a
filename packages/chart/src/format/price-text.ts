import { decimalUnit, fromUnits } from '@flowprint/orderflow'

/** Prices on the axis: a double of the axis back to whole ticks and their exact decimal text. */
export interface PriceText {
  /** Value of a tick on the axis. */
  readonly tick: number
  /** 10^decimals of a tick where it is a power of ten, else what the axis needs to find round steps. */
  readonly base: number
  ticksAt(axisPrice: number): number
  axisPrice(ticks: number): number
  text(ticks: number): string
}

/**
 * Reads a tick size for the axis. The axis itself lives in doubles (screen positions); text is made from whole ticks.
 *
 * Throws  OrderflowError BAD_DECIMAL for a tick size that is no decimal number.
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
