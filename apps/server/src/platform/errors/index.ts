/**
 * The operator must change something before the program can run: printed without a stack, exit code 1. Any other
 * uncaught error is a bug and keeps its stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The `code` of a system or database error, or ''. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
