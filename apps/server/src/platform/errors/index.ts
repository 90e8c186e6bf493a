/**
 * Something the operator must change before the program can run: printed as it stands, without a stack, exit code 1.
 * Anything else that reaches the top is a fault of the program and keeps its stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The text of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The `code` of a system or database error, or ''. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
