/** Columns that grow; doubling keeps appending cheap. */
type Column = Float64Array | Int32Array | Uint32Array | Uint8Array

/** Returns a column of at least `length` entries with the old values: the same one while it is long enough. */
export function grown<T extends Column>(column: T, length: number): T {
  if (column.length >= length) return column
  const larger = new (column.constructor as new (length: number) => T)(Math.max(length, 2 * column.length, 64))
  larger.set(column)
  return larger
}
