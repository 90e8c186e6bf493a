/** Isolates failures of one part of the chart, so that the rest of a frame is painted. */
export class Guard {
  #isFailing = false

  /** The part's result, or null if it threw; only the first of consecutive failures is reported. */
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
