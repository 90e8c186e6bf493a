import {
  Book,
  type DepthColumns,
  type DepthFrame,
  foldColumns,
  SECOND_MS,
  unitRatio,
  type UnixMs,
} from '@flowprint/orderflow'

/**
 * Columns of one second of the live book: the seconds that ended, and the open one as it is so far.
 *
 * The first column is the first second that begins after the book was loaded; what is before comes from the server.
 */
export class LiveSeconds {
  /** The book as of the frames that are no longer needed. */
  readonly #base = new Book()
  #isRunning = false
  #qtyUnit = ''
  #frames: DepthFrame[] = []
  #from = Infinity
  #until = -Infinity

  /** Starts with a book: a frame with its snapshot. */
  start(frame: DepthFrame): void {
    this.#frames = []
    this.#isRunning = false
    this.#use(frame)
    this.#until = frame.until
    this.#from = Math.ceil(frame.until / SECOND_MS) * SECOND_MS
  }

  stop(): void {
    this.#frames = []
    this.#isRunning = false
    this.#base.clear()
    this.#from = Infinity
    this.#until = -Infinity
  }

  /** Start of the first second that was not taken as a closed one; Infinity without a book. */
  get from(): UnixMs {
    return this.#from
  }

  /** The book is known until this moment; -Infinity without a book. */
  get until(): UnixMs {
    return this.#until
  }

  add(frame: DepthFrame): void {
    this.#frames.push(frame)
    this.#until = Math.max(this.#until, frame.until)
  }

  /**
   * The seconds since the last call that ended, and the open one; null: before the first frame of a second. Quantities
   * are in the unit of the last frame.
   */
  take(step: number): { readonly closed: DepthColumns; readonly open: DepthColumns | null } | null {
    const last = this.#frames.at(-1)
    if (last === undefined || this.#until < this.#from) return null
    const to = Math.floor(this.#until / SECOND_MS) * SECOND_MS
    const closed = this.#fold(this.#frames, this.#from, to, step)
    this.#from = to
    const needed = this.#frames.findIndex(({ until }) => until > to)
    for (const frame of this.#frames.splice(0, needed < 0 ? this.#frames.length : needed)) this.#use(frame)
    if (last.kind === 'end') return { closed, open: null }
    // As if nothing more happened in this second.
    const rest: DepthFrame = { ...last, kind: 'changes', snapshot: null, changes: null, until: to + SECOND_MS }
    return { closed, open: this.#fold([...this.#frames, rest], to, to + SECOND_MS, step) }
  }

  #fold(frames: readonly DepthFrame[], fromMs: UnixMs, toMs: UnixMs, step: number): DepthColumns {
    if (!this.#isRunning) return foldColumns(frames, { fromMs, toMs, step })
    const book = new Book()
    book.load(this.#base.snapshot(fromMs))
    return foldColumns(frames, { fromMs, toMs, step, book, qtyUnit: this.#qtyUnit })
  }

  #use(frame: DepthFrame): void {
    this.#isRunning = applyFrame(this.#base, frame, this.#isRunning, this.#qtyUnit)
    this.#qtyUnit = frame.qtyUnit
  }
}

/** Applies a frame to a book in unit `qtyUnit`; returns whether the book is known afterwards. */
function applyFrame(book: Book, frame: DepthFrame, isRunning: boolean, qtyUnit: string): boolean {
  const { kind, snapshot, changes, window } = frame
  if (kind === 'end') {
    book.clear()
    return false
  }
  if (snapshot !== null && (kind === 'start' || !isRunning)) book.load(snapshot)
  else if (!isRunning) return false
  else if (qtyUnit !== frame.qtyUnit) book.rescale(Number(unitRatio(qtyUnit, frame.qtyUnit)))
  if (changes !== null) book.apply(changes)
  book.setWindow(window)
  return true
}
