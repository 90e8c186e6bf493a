/** The archive server does not respond or refuses the request. The message is shown to people. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/** The file does not match the checksum of its exchange; nothing of it was used. */
export class ChecksumError extends Error {
  override readonly name = 'ChecksumError'
}

/** A transient failure: retry, after `pauseMs` if the server specified one. */
export class PassingFailure extends Error {
  readonly pauseMs: number | null
  constructor(message: string, pauseMs: number | null = null) {
    super(message)
    this.pauseMs = pauseMs
  }
}
