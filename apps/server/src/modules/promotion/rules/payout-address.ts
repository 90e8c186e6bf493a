export interface KnownAddress {
  readonly address: string
  /** ms since the epoch. */
  readonly setAt: number
  readonly isFirst: boolean
}

/** When an address can be used (ms): the first one at once, a changed one after the cooling time. */
export function computeUsableAt(
  { setAt, isFirst }: Pick<KnownAddress, 'setAt' | 'isFirst'>,
  coolingMs: number,
): number {
  return isFirst ? setAt : setAt + coolingMs
}
