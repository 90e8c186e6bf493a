/** An archive file was rejected: file, line (1-based, 0 = the whole file) and reason. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
  readonly file: string
  readonly line: number
  readonly reason: string
  constructor(file: string, line: number, reason: string) {
    super(line > 0 ? `${file}, line ${line}: ${reason}` : `${file}: ${reason}`)
    this.file = file
    this.line = line
    this.reason = reason
  }
}

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
