interface Source {
  readonly waitingMs: number
  readonly marketCount: number
}

/** State of the scanner of this process, if it runs one. */
export class ScannerRegistry {
  #source: Source | null = null

  show(source: Source): void {
    this.#source = source
  }

  /** Age of the oldest closed bar without a row, ms. */
  get waitingMs(): number {
    return this.#source?.waitingMs ?? 0
  }

  /** Number of markets whose rows this process computes. */
  get marketCount(): number {
    return this.#source?.marketCount ?? 0
  }
}
