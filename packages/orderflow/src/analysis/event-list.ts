/** Things found on bars, in order, that can be cut back to any bar. */
export class EventList<T> {
  private readonly items: T[] = []
  private readonly bars: number[] = []
  private listed: readonly T[] | null = null

  push(bar: number, item: T): void {
    this.items.push(item)
    this.bars.push(bar)
    this.listed = null
  }

  /** Drops what was found on the bars from `bar` on. */
  rewind(bar: number): void {
    while (this.bars.length > 0 && this.bars[this.bars.length - 1] >= bar) {
      this.bars.pop()
      this.items.pop()
      this.listed = null
    }
  }

  /** The same array until something changes, never changed afterwards. */
  list(): readonly T[] {
    this.listed ??= this.items.slice()
    return this.listed
  }
}
