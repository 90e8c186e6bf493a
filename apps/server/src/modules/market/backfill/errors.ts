/** Something the person who asked must change: said as it stands, without a stack. */
export class BackfillError extends Error {
  override readonly name = 'BackfillError'
}
