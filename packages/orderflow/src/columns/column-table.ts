/**
 * Data is stored as one typed array per field. A column table describes the fields of one kind of record (bars, trades,
 * analyses) once; everything that treats all fields alike is derived from the table: allocating, growing, slicing,
 * copying, comparing, transferring. Loops over values name the columns they need.
 */

type ColumnType = Float64ArrayConstructor | Int32ArrayConstructor | Uint32ArrayConstructor | Uint8ArrayConstructor

export type Column = Float64Array | Int32Array | Uint32Array | Uint8Array

/** One column of a table. */
export interface ColumnSpec {
  readonly type: ColumnType
  /** What the column has entries for. */
  readonly per: 'bar' | 'cell' | 'trade'
  readonly unit: string
  /** Entries for each of them, 1 by default. */
  readonly width?: number
  /** Entries after the last of them, 0 by default. */
  readonly extra?: number
  /** The column may be null. */
  readonly optional?: true
  /** Sums that may exceed 2^53 - 1: the column holds the nearest doubles, an overflow column the remainders. */
  readonly overflow?: true
}

export type ColumnTable = Readonly<Record<string, ColumnSpec>>

/** The columns of a table as an object of typed arrays. */
export type ColumnsOf<Table extends ColumnTable> = {
  readonly [Name in keyof Table]:
    | Table[Name]['type']['prototype']
    | (Table[Name] extends { readonly optional: true } ? null : never)
}

export type Mutable<T> = { -readonly [Name in keyof T]: T[Name] }

/** The columns of a table that can overflow, as a table. */
export type OverflowTable<Table extends ColumnTable> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly overflow: true } ? Name : never]: Table[Name]
}

/** A number of bars, cells or trades, or the position of one of each. */
export type Extent<Table extends ColumnTable> = Readonly<Record<Table[keyof Table]['per'], number>>

/** Up to this length a loop is faster than a view and a call to `set`. */
const FEW_ENTRIES = 16

/** Allocates zeroed columns with that many entries; optional columns are null unless requested. */
export function allocateColumns<Table extends ColumnTable>(
  table: Table,
  size: Extent<Table>,
  withOptional = false,
): Mutable<ColumnsOf<Table>> {
  const columns = emptyColumns(table)
  for (const { name, type, per, width, extra, optional } of fieldsOf(table)) {
    columns[name] = optional && !withOptional ? null : new type(at(size, per) * width + extra)
  }
  return columns as Mutable<ColumnsOf<Table>>
}

/** The entries [from, to) of every column as views on the same memory. */
export function viewColumns<Table extends ColumnTable>(
  table: Table,
  source: ColumnsOf<Table>,
  from: Extent<Table>,
  to: Extent<Table>,
): Mutable<ColumnsOf<Table>> {
  const columns = emptyColumns(table)
  for (const { name, per, width, extra } of fieldsOf(table)) {
    const column: Column | null = source[name]
    columns[name] = column && column.subarray(at(from, per) * width, at(to, per) * width + extra)
  }
  return columns as Mutable<ColumnsOf<Table>>
}

/** Like `viewColumns`, in newly allocated memory. */
export function copyColumns<Table extends ColumnTable>(
  table: Table,
  source: ColumnsOf<Table>,
  from: Extent<Table>,
  to: Extent<Table>,
): Mutable<ColumnsOf<Table>> {
  const columns = emptyColumns(table)
  for (const { name, per, width, extra } of fieldsOf(table)) {
    const column: Column | null = source[name]
    columns[name] = column && column.slice(at(from, per) * width, at(to, per) * width + extra)
  }
  return columns as Mutable<ColumnsOf<Table>>
}

/**
 * Copies the entries [from, to) of `source` into `target`, from position `start` on; columns that either side lacks are
 * skipped.
 */
export function setColumns<Table extends ColumnTable>(
  table: Table,
  target: ColumnsOf<Table>,
  start: Extent<Table>,
  source: ColumnsOf<Table>,
  from: Extent<Table>,
  to: Extent<Table>,
): void {
  for (const { name, per, width, extra } of fieldsOf(table)) {
    const column: Column | null = source[name]
    const copy: Column | null = target[name]
    if (column === null || copy === null) continue
    const first = at(from, per) * width
    const end = at(to, per) * width + extra
    const shift = at(start, per) * width - first
    if (end - first > FEW_ENTRIES) copy.set(column.subarray(first, end), shift + first)
    else for (let k = first; k < end; k++) copy[shift + k] = column[k]
  }
}

/** Replaces the columns of one kind by larger ones with the same content. */
export function growColumns<Table extends ColumnTable>(
  table: Table,
  columns: Mutable<ColumnsOf<Table>>,
  kind: Table[keyof Table]['per'],
  size: number,
): void {
  for (const { name, type, per, width, extra } of fieldsOf(table)) {
    const column: Column | null = columns[name]
    if (per !== kind || column === null) continue
    const larger = new type(size * width + extra)
    larger.set(column)
    ;(columns as Record<string, Column | null>)[name] = larger
  }
}

/** Sets entries [from, to) of every column to 0. */
export function clearColumns<Table extends ColumnTable>(
  table: Table,
  columns: ColumnsOf<Table>,
  from: Extent<Table>,
  to: Extent<Table>,
): void {
  for (const { name, per, width } of fieldsOf(table)) columns[name]?.fill(0, at(from, per) * width, at(to, per) * width)
}

/** The memory of every column, to be transferred to another thread. */
export function columnBuffers<Table extends ColumnTable>(
  table: Table,
  columns: ColumnsOf<Table> | null,
): ArrayBuffer[] {
  return Object.keys(table).flatMap((name) => {
    const column = columns?.[name] ?? null
    return column === null ? [] : [column.buffer as ArrayBuffer]
  })
}

/** Describes the first entry that differs; NaN equals NaN, and missing columns count as zeros. `label` precedes the name. */
export function firstDifferentEntry<Table extends ColumnTable>(
  label: string,
  table: Table,
  a: ColumnsOf<Table> | null,
  b: ColumnsOf<Table> | null,
): string | null {
  for (const name in table) {
    const [left, right] = [a?.[name] ?? null, b?.[name] ?? null]
    const length = Math.max(left?.length ?? 0, right?.length ?? 0)
    for (let i = 0; i < length; i++) {
      const [own, other] = [left?.[i] ?? 0, right?.[i] ?? 0]
      if (!Object.is(own + 0, other + 0)) return `${label}${name}[${i}] is ${own} and ${other}`
    }
  }
  return null
}

/** The part of a table with the columns of one kind. */
export function tableOf<Table extends ColumnTable, Per extends ColumnSpec['per']>(
  table: Table,
  per: Per,
): { readonly [Name in keyof Table as Table[Name]['per'] extends Per ? Name : never]: Table[Name] } {
  const part = Object.fromEntries(Object.entries(table).filter(([, spec]) => spec.per === per))
  return part as unknown as ReturnType<typeof tableOf<Table, Per>>
}

/** The table of the columns that can overflow. */
export function overflowTable<Table extends ColumnTable>(table: Table): OverflowTable<Table> {
  return Object.fromEntries(
    Object.entries(table).filter(([, spec]) => spec.overflow === true),
  ) as unknown as OverflowTable<Table>
}

/** A column with all its properties set, so that loops over a table are monomorphic. */
interface Field {
  readonly name: string
  readonly type: ColumnType
  readonly per: ColumnSpec['per']
  readonly width: number
  readonly extra: number
  readonly optional: boolean
}

const fields = new WeakMap<ColumnTable, readonly Field[]>()

function fieldsOf(table: ColumnTable): readonly Field[] {
  const known = fields.get(table)
  if (known !== undefined) return known
  const made = Object.entries(table).map(([name, { type, per, width = 1, extra = 0, optional = false }]) => {
    return { name, type, per, width, extra, optional }
  })
  fields.set(table, made)
  return made
}

/** The position for columns of one kind; named accesses are faster than `position[per]`. */
function at<Table extends ColumnTable>(position: Extent<Table>, per: ColumnSpec['per']): number {
  const known = position as Extent<ColumnTable>
  return per === 'bar' ? known.bar : per === 'cell' ? known.cell : known.trade
}

/**
 * Copying the table gives every result the same hidden class, so that loops over columns stay monomorphic; an object
 * filled key by key would become a dictionary.
 */
function emptyColumns(table: ColumnTable): Record<string, Column | null> {
  return { ...table } as unknown as Record<string, Column | null>
}
