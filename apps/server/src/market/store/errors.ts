/** The market switched to other units: data that was read, or is about to be written, belongs to its former version. */
export class VersionChangedError extends Error {
  override readonly name = 'VersionChangedError'
}

/**
 * The tape cannot be converted to the finer units: a price or a quantity would leave its range. Nothing was changed.
 */
export class ConversionRefusedError extends Error {
  override readonly name = 'ConversionRefusedError'
}

/** The stored instrument has a different tick or lot than the writer's. */
export class TickChangedError extends Error {
  override readonly name = 'TickChangedError'
}

/** A profile would need, or hold, more cells or rows than allowed. */
export class ProfileTooLargeError extends Error {
  override readonly name = 'ProfileTooLargeError'
  readonly allowed: number
  /** Row height in ticks at which the whole range fits, and a start from which the range fits; null if none does. */
  readonly smallestStep: number | null
  readonly earliest: number | null
  constructor(allowed: number, smallestStep: number | null, earliest: number | null) {
    super(`Condition failed: at most ${allowed} rows a profile`)
    this.allowed = allowed
    this.smallestStep = smallestStep
    this.earliest = earliest
  }
}

/** A read exceeds its `ReadBudget`; thrown before the work is done. */
export class ReadTooLargeError extends Error {
  override readonly name = 'ReadTooLargeError'
}

/** An answer would hold more cells than allowed. */
export class TooManyCellsError extends Error {
  override readonly name = 'TooManyCellsError'
  readonly allowed: number
  /** Multiples of the tick, and bars, that would fit, estimated from what was read; at least the next ladder step. */
  readonly smallestStep: number
  readonly largestLimit: number
  constructor(allowed: number, smallestStep: number, largestLimit: number) {
    super(`Condition failed: at most ${allowed} cells an answer`)
    this.allowed = allowed
    this.smallestStep = smallestStep
    this.largestLimit = largestLimit
  }
}

/** A replica has not replayed what its reader has already seen. */
export class ReplicaBehindError extends Error {
  override readonly name = 'ReplicaBehindError'
}
