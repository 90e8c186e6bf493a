/** Events on bars, in order, that can be truncated at any bar. */
export class EventList<T> {
  private readonly items: T[] = []
  private readonly bars: number[] = []
  private listed: readonly T[] | null = null

  push(bar: number, item: T): void {
    this.items.push(item)
    this.bars.push(bar)
    this.listed = null
  }

  /** Drops the events of the bars from `bar` on. */
  rewind(bar: number): void {
    while (this.bars.length > 0 && this.bars[this.bars.length - 1] >= bar) {
      this.bars.pop()
      this.items.pop()
      this.listed = null
    }
  }

  /** Immutable; the same array until something changes. */
  list(): readonly T[] {
    this.listed ??= this.items.slice()
    return this.listed
  }
}
