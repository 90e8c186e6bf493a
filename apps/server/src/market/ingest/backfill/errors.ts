/** An error the caller must fix: its message is shown without a stack. */
export class BackfillError extends Error {
  override readonly name = 'BackfillError'
}
