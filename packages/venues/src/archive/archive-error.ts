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
