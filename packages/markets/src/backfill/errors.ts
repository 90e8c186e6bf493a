/** The server of an archive does not answer, or refuses: told to a person as it stands. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/** A file that is not what its exchange says it is: nothing of it was taken. */
export class ChecksumError extends Error {
  override readonly name = 'ChecksumError'
}

/** A failure that may pass: try again, after `pauseMs` where the server named one. */
export class PassingFailure extends Error {
  readonly pauseMs: number | null
  constructor(message: string, pauseMs: number | null = null) {
    super(message)
    this.pauseMs = pauseMs
  }
}
