/** How quantities become colours. `low` and `high` are in `qtyUnit`s and come from the page: docs/formulas/resting-volume.md. */
export interface HeatScale {
  /** Quantities up to this one have the palette's first colour after "empty". 0: a log curve starts at high / 1,000. */
  readonly low: number
  /** Quantities from this one on have the palette's last colour. */
  readonly high: number
  /** 0-1; 0.5 changes nothing, more lifts small quantities, less leaves only the largest. */
  readonly brightness: number
  /** Between low and high: by ratio (default) or by difference. */
  readonly curve?: 'log' | 'linear'
}

/** Colours of a palette: 0 is a known row without a quantity, the others rise from faint to full. */
export const HEAT_LEVELS = 256

/** Bits of a float32 that index the table: 8 of the exponent, 8 of the mantissa; a step is at most 0.4 %. */
const SHIFT = 15
/** Exponents of 2^-1 to 2^53: smaller values are empty, larger ones full. */
const FIRST = 126 << 8
const TABLE_LENGTH = (55 << 8) + 1
/** High to the start of a log curve, if low is 0. */
const ZERO_RATIO = 1_000
/** Exponent of the brightness at 0 and at 1 is its inverse. */
const GAMMA_RANGE = 3

/** Level 0 to 1 of a quantity > 0. */
export const heatShare = (lots: number, scale: HeatScale): number => shareOf(scale)(lots)

/** `heatShare` of a scale, whose own logarithm and power are computed once. */
function shareOf({ low, high, brightness, curve }: HeatScale): (lots: number) => number {
  if (!(high > low)) return (lots) => (lots >= high ? 1 : 0)
  const isLinear = curve === 'linear'
  const from = low > 0 || isLinear ? low : high / ZERO_RATIO
  const span = isLinear ? high - low : Math.log(high / from)
  const exponent = GAMMA_RANGE ** (1 - 2 * Math.min(1, Math.max(0, brightness)))
  return (lots) => {
    if (lots <= from) return 0
    if (lots >= high) return 1
    return ((isLinear ? lots - low : Math.log(lots / from)) / span) ** exponent
  }
}

/**
 * Looks up the level of a quantity without a logarithm per cell: the upper bits of its float32 index a table.
 *
 * Input   quantities >= 0 in `qtyUnit`s.
 * Output  0 for 0, else 1 to HEAT_LEVELS - 1; never decreases with the quantity.
 * Cost    a lookup; a new scale fills about 14,000 entries.
 * Source  docs/formulas/resting-volume.md
 */
export class IntensityTable {
  readonly #levels = new Uint8Array(TABLE_LENGTH)
  readonly #float = new Float32Array(1)
  readonly #bits = new Uint32Array(this.#float.buffer)

  /** Throws RangeError unless low and high are finite, 0 <= low <= high. */
  set(scale: HeatScale): void {
    const { low, high } = scale
    if (!(low >= 0 && high >= low && Number.isFinite(high))) {
      throw new RangeError(`Condition failed: 0 <= low <= high, had ${low} and ${high}`)
    }
    const share = shareOf(scale)
    for (let at = 0; at < TABLE_LENGTH; at++) {
      this.#bits[0] = (FIRST + at) << SHIFT
      this.#levels[at] = 1 + Math.round((HEAT_LEVELS - 2) * share(this.#float[0]))
    }
  }

  levelOf(lots: number): number {
    if (!(lots > 0)) return 0
    this.#float[0] = lots
    const at = (this.#bits[0] >>> SHIFT) - FIRST
    return this.#levels[at < 0 ? 0 : at >= TABLE_LENGTH ? TABLE_LENGTH - 1 : at]
  }
}
