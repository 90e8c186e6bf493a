/** Ratios closer than this are one: the library rounds the sizes of its canvases to whole pixels. */
const SAME_RATIO = 0.01

/**
 * Device px per CSS px of the library's canvases, the only source of this ratio in the chart. `window.devicePixelRatio`
 * differs from it under device emulation, so it is only the first guess, until a canvas has been painted.
 */
export class PixelRatio {
  #value = window.devicePixelRatio

  get value(): number {
    return this.#value
  }

  /** Takes the ratio of a canvas that is being painted; true when layouts made before no longer hold. */
  measure(ratio: number): boolean {
    const isOther = differs(ratio, this.#value)
    this.#value = ratio
    return isOther
  }
}

/** Whether two ratios are more than rounding apart. */
export function differs(ratio: number, other: number): boolean {
  return Math.abs(ratio / other - 1) > SAME_RATIO
}
