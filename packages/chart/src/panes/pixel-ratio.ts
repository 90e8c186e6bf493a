/** Ratios within this tolerance are equal: the library rounds the sizes of its canvases to whole pixels. */
const SAME_RATIO = 0.01

/**
 * Device px per CSS px of the library's canvases, the only source of this ratio in the chart. `window.devicePixelRatio`
 * differs under device emulation, so it is only the initial value until a canvas has been painted.
 */
export class PixelRatio {
  #value = window.devicePixelRatio

  get value(): number {
    return this.#value
  }

  /** Takes the ratio of a canvas being painted; true if existing layouts are no longer valid. */
  measure(ratio: number): boolean {
    const isOther = differs(ratio, this.#value)
    this.#value = ratio
    return isOther
  }
}

/** Whether two ratios differ by more than rounding. */
export function differs(ratio: number, other: number): boolean {
  return Math.abs(ratio / other - 1) > SAME_RATIO
}
