/** Subscribers of one kind of event. */
export class Listeners<T> {
  readonly #all = new Set<(value: T) => void>()

  get size(): number {
    return this.#all.size
  }

  /** Returns a function that unsubscribes. */
  add(listener: (value: T) => void): () => void {
    this.#all.add(listener)
    return () => {
      this.#all.delete(listener)
    }
  }

  fire(value: T): void {
    for (const listener of this.#all) listener(value)
  }

  clear(): void {
    this.#all.clear()
  }
}
