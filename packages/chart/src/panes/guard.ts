/** Confines the failures of one part of the chart, so that the rest of a frame is painted. */
export class Guard {
  #isFailing = false

  /** The part's result, or null when it threw; of failures in a row the first is reported. */
  run<Result>(part: () => Result): Result | null {
    try {
      const result = part()
      this.#isFailing = false
      return result
    } catch (error) {
      if (!this.#isFailing) reportError(error)
      this.#isFailing = true
      return null
    }
  }
}
