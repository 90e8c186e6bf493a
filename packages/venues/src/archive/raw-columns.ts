/** Aggressor side as read: sold, bought, not given. */
export const SOLD = 0
export const BOUGHT = 1
export const NOT_GIVEN = 2

const POWERS = Array.from({ length: 16 }, (_, i) => 10 ** i)

/**
 * Rows of a file before the instrument's units are known. Prices and quantities are integers at one decimal scale per
 * file; when a row has more decimals, earlier rows are scaled up, so nothing is rounded. Columns are in shared memory:
 * a worker reads them without a copy.
 */
export class RawColumns {
  length = 0
  time: Float64Array = shared(Float64Array, 1 << 16)
  price: Float64Array = shared(Float64Array, 1 << 16)
  qty: Float64Array = shared(Float64Array, 1 << 16)
  side: Uint8Array = shared(Uint8Array, 1 << 16)
  fills: Uint32Array = shared(Uint32Array, 1 << 16)
  id: Float64Array = shared(Float64Array, 1 << 16)
  /** Ids as text, once one of them is not a safe integer; earlier ones are converted. */
  textId: string[] | null = null
  /** 1-based line of each row; null while row i is on line i + firstLine. */
  line: Float64Array | null = null
  priceDecimals = 0
  qtyDecimals = 0

  ensure(rows: number): void {
    if (rows <= this.time.length) return
    this.#grow(Math.max(rows, this.expected > this.time.length ? this.expected : this.time.length * 2))
  }

  /** Expected number of rows: the columns are allocated for it at once. */
  expected = 0

  #grow(capacity: number): void {
    this.time = grown(this.time, shared(Float64Array, capacity))
    this.price = grown(this.price, shared(Float64Array, capacity))
    this.qty = grown(this.qty, shared(Float64Array, capacity))
    this.side = grown(this.side, shared(Uint8Array, capacity))
    this.fills = grown(this.fills, shared(Uint32Array, capacity))
    this.id = grown(this.id, shared(Float64Array, capacity))
    if (this.line) this.line = grown(this.line, new Float64Array(capacity))
  }

  /** Rescales the price column to `decimals`; false if a stored price would exceed 2^53 - 1. */
  scalePrices(decimals: number): boolean {
    if (!scaleUp(this.price, this.length, decimals - this.priceDecimals)) return false
    this.priceDecimals = decimals
    return true
  }

  scaleQuantities(decimals: number): boolean {
    if (!scaleUp(this.qty, this.length, decimals - this.qtyDecimals)) return false
    this.qtyDecimals = decimals
    return true
  }

  useTextIds(): string[] {
    this.textId ??= Array.from(this.id.subarray(0, this.length), String)
    return this.textId
  }
}

type Column = Float64Array | Int32Array | Uint32Array | Uint8Array

/** A zero-filled column in shared memory. */
export function shared<T extends Column>(
  kind: { new (buffer: SharedArrayBuffer): T; readonly BYTES_PER_ELEMENT: number },
  length: number,
): T {
  return new kind(new SharedArrayBuffer(length * kind.BYTES_PER_ELEMENT))
}

function grown<T extends Column>(from: T, to: T): T {
  to.set(from)
  return to
}

function scaleUp(values: Float64Array, length: number, by: number): boolean {
  if (by > 15) return false
  const factor = POWERS[by]
  for (let i = 0; i < length; i++) {
    const scaled = values[i] * factor
    if (scaled > Number.MAX_SAFE_INTEGER || scaled < -Number.MAX_SAFE_INTEGER) return false
    values[i] = scaled
  }
  return true
}
