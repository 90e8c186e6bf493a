import type { ColumnRole } from './layout.ts'
import { BOUGHT, NOT_GIVEN, RawColumns, SOLD } from './raw-columns.ts'

const COMMA = 44
const NEWLINE = 10
const RETURN = 13
const POINT = 46
const ZERO = 48
const POWERS = Array.from({ length: 16 }, (_, i) => 10 ** i)

/** Maximum length of a number or id; longer fields are rejected without parsing. */
const MAX_FIELD_BYTES = 256

const ROLE_CODE: Record<ColumnRole, number> = {
  skip: 0,
  id: 1,
  firstId: 2,
  lastId: 3,
  price: 4,
  qty: 5,
  time: 6,
  fills: 7,
  side: 8,
  maker: 9,
}
const SKIP = 0
const PRICE = 4
const QTY = 5
const TIME = 6
const FILLS = 7
const FIRST_FLAG = 8

/** Maximum line length; a longer line rejects the file, because it may never end. */
export const MAX_LINE_BYTES = 65_536
export const LINE_TOO_LONG = `the line is longer than ${MAX_LINE_BYTES} bytes`

export interface BadLine {
  readonly line: number
  readonly reason: string
  /** Rejects the file even if bad lines are skipped. */
  readonly isFatal?: boolean
}

/**
 * Parses CSV bytes into columns in one pass, without allocating strings in the common case.
 *
 * A field that is not a plain number of at most 16 digits takes the slow path (exponents, signs, long ids). A rejected
 * line calls `onBadLine` and adds no row. Times stay in the file's unit; `timeDecimals` is their number of decimals
 * (fractional seconds).
 */
export class CsvParser {
  readonly rows = new RawColumns()
  /** Lines read so far, including the header. */
  lines = 0
  /** Greatest number of decimals in the time column; times are stored scaled by it. */
  timeDecimals = 0
  private readonly roles: Uint8Array
  private readonly onBadLine: (bad: BadLine) => void
  private rest: Uint8Array = new Uint8Array(0)
  /** Buffer that joins an incomplete line with the next chunk; reused for every chunk. */
  private joined = new Uint8Array(0)

  constructor(roles: readonly ColumnRole[], columns: number, onBadLine: (bad: BadLine) => void) {
    this.roles = new Uint8Array(columns)
    roles.forEach((role, i) => (this.roles[i] = ROLE_CODE[role]))
    this.onBadLine = onBadLine
  }

  /** Parses the next bytes; an incomplete last line is kept for the next call. */
  feed(chunk: Uint8Array): void {
    let bytes = chunk
    if (this.rest.length) {
      const length = this.rest.length + chunk.length
      if (this.joined.length < length) this.joined = new Uint8Array(Math.ceil(length * 1.1))
      this.joined.set(this.rest)
      this.joined.set(chunk, this.rest.length)
      bytes = this.joined.subarray(0, length)
    }
    const end = bytes.lastIndexOf(NEWLINE) + 1
    this.parseLines(bytes, end)
    this.rest = bytes.slice(end)
    if (this.rest.length > MAX_LINE_BYTES)
      this.onBadLine({ line: this.lines + 1, reason: LINE_TOO_LONG, isFatal: true })
  }

  /** Parses the last line if the file does not end in a newline. */
  finish(): void {
    if (this.rest.length === 0) return
    const last = new Uint8Array(this.rest.length + 1)
    last.set(this.rest)
    last[this.rest.length] = NEWLINE
    this.rest = new Uint8Array(0)
    this.parseLines(last, last.length)
  }

  private parseLines(bytes: Uint8Array, end: number): void {
    const { roles, rows } = this
    const columns = roles.length
    let position = 0
    while (position < end) {
      this.lines++
      const lineStart = position
      if (bytes[position] === NEWLINE) {
        position++
        continue
      }
      const row = rows.length
      if (row + 1 > rows.time.length) rows.ensure(row + 1)
      rows.fills[row] = 1
      rows.side[row] = NOT_GIVEN
      let column = 0
      let fault: string | null = null
      for (; column < columns; column++) {
        const role = roles[column]
        const fieldStart = position
        let byte = bytes[position]
        if (role === SKIP) {
          while (byte !== COMMA && byte !== NEWLINE) byte = bytes[++position]
        } else if (role < FIRST_FLAG) {
          // Nine digits fit an integer; only longer numbers need doubles.
          let head = 0
          let digit = byte - ZERO
          const short = position + 9
          while (digit >>> 0 < 10 && position < short) {
            head = head * 10 + digit
            digit = bytes[++position] - ZERO
          }
          let value = head
          while (digit >>> 0 < 10) {
            value = value * 10 + digit
            digit = bytes[++position] - ZERO
          }
          let digits = position - fieldStart
          let point = -1
          if (digit === POINT - ZERO) {
            point = digits
            digit = bytes[++position] - ZERO
            while (digit >>> 0 < 10) {
              value = value * 10 + digit
              digit = bytes[++position] - ZERO
            }
            digits = position - fieldStart - 1
          }
          byte = digit + ZERO
          const decimals = point < 0 ? 0 : digits - point
          const plain =
            digits > 0 &&
            digits <= 16 &&
            value <= Number.MAX_SAFE_INTEGER &&
            (byte === COMMA || byte === NEWLINE || byte === RETURN)
          if (plain) fault = this.store(role, row, value, decimals)
          else {
            while (byte !== COMMA && byte !== NEWLINE) byte = bytes[++position]
            fault =
              position - fieldStart > MAX_FIELD_BYTES
                ? `a field is longer than ${MAX_FIELD_BYTES} bytes`
                : this.storeSlow(role, row, parseSlowField(bytes, fieldStart, position))
          }
          if (fault !== null) break
          if (byte === RETURN && (byte = bytes[++position]) !== NEWLINE) {
            fault = 'a carriage return inside the line'
            break
          }
        } else {
          while (byte !== COMMA && byte !== NEWLINE) byte = bytes[++position]
          const side = readSide(bytes[fieldStart] | 32, position - fieldStart, role === FIRST_FLAG)
          if (side < 0) {
            fault = `unknown side "${textOf(bytes, fieldStart, position)}"`
            break
          }
          rows.side[row] = side
        }
        if (byte === NEWLINE) break
        position++
      }
      if (fault === null && column !== columns - 1) {
        fault = column < columns - 1 ? `only ${column + 1} of ${columns} columns` : `more than ${columns} columns`
      }
      if (fault === null) fault = this.checkRow(row)
      if (position - lineStart > MAX_LINE_BYTES) fault = LINE_TOO_LONG
      if (fault !== null) {
        position = bytes.indexOf(NEWLINE, lineStart)
        const isTooLong = position - lineStart > MAX_LINE_BYTES
        this.refuse(row, isTooLong ? LINE_TOO_LONG : fault, isTooLong)
      } else {
        if (rows.line) rows.line[row] = this.lines
        rows.length = row + 1
      }
      position++
    }
  }

  private store(role: number, row: number, value: number, decimals: number): string | null {
    const { rows } = this
    switch (role) {
      case PRICE:
        if (decimals > rows.priceDecimals && !(decimals < 16 && rows.scalePrices(decimals)))
          return 'price has too many decimals'
        rows.price[row] = value * POWERS[rows.priceDecimals - decimals]
        return null
      case QTY:
        if (decimals > rows.qtyDecimals && !(decimals < 16 && rows.scaleQuantities(decimals)))
          return 'quantity has too many decimals'
        rows.qty[row] = value * POWERS[rows.qtyDecimals - decimals]
        return null
      case TIME:
        return this.storeTime(row, value, decimals)
      case ROLE_CODE.lastId:
        rows.fills[row] = value - rows.id[row] + 1
        if (decimals > 0 || value < rows.id[row] || value - rows.id[row] > 0xfffffffe)
          return 'the last id is before the first'
        return null
      case FILLS:
        rows.fills[row] = value
        return decimals > 0 || value < 1 || value > 0xffffffff
          ? 'the fills are no whole number from 1 to 2^32 - 1'
          : null
      default:
        if (decimals > 0) return 'an id with a decimal point'
        if (rows.textId) rows.textId[row] = String(value)
        else rows.id[row] = value
        return null
    }
  }

  private storeTime(row: number, value: number, decimals: number): string | null {
    if (decimals > this.timeDecimals) {
      const factor = POWERS[decimals - this.timeDecimals]
      for (let i = 0; i < row; i++) this.rows.time[i] *= factor
      this.timeDecimals = decimals
    }
    this.rows.time[row] = value * POWERS[this.timeDecimals - decimals]
    return null
  }

  private storeSlow(role: number, row: number, field: SlowField): string | null {
    if (role === ROLE_CODE.id || role === ROLE_CODE.firstId) {
      if (field.text === '') return 'the id is empty'
      if (/^-\d+$/.test(field.text)) return `the id ${field.text.slice(0, 40)} is negative`
      this.rows.useTextIds()[row] = field.text
      return null
    }
    const name =
      role === PRICE
        ? 'price'
        : role === QTY
          ? 'quantity'
          : role === TIME
            ? 'time'
            : role === FILLS
              ? 'number of fills'
              : 'id'
    if (!field.decimal) return `the ${name} "${field.text.slice(0, 40)}" is not a decimal number`
    if (role === TIME && field.decimal.decimals > 6) {
      // Finer than a microsecond: truncate, because times are floored to milliseconds anyway.
      const cut = POWERS[Math.min(15, field.decimal.decimals - 6)]
      return this.storeTime(row, Math.floor(field.decimal.value / cut), 6)
    }
    if (!Number.isSafeInteger(field.decimal.value))
      return `the ${name} "${field.text.slice(0, 40)}" has too many digits`
    return this.store(role, row, field.decimal.value, field.decimal.decimals)
  }

  private checkRow(row: number): string | null {
    const { rows } = this
    if (!(rows.qty[row] > 0)) return 'the quantity is not greater than 0'
    if (rows.qty[row] > Number.MAX_SAFE_INTEGER) return 'the quantity has too many digits'
    if (rows.price[row] < 0) return 'the price is negative'
    if (rows.price[row] > Number.MAX_SAFE_INTEGER) return 'the price has too many digits'
    return null
  }

  private refuse(row: number, reason: string, isFatal: boolean): void {
    const { rows } = this
    if (!rows.line) {
      // From here on, row numbers and line numbers differ by more than a constant.
      rows.line = new Float64Array(rows.time.length)
      const first = this.lines - row
      for (let i = 0; i < row; i++) rows.line[i] = first + i
    }
    if (rows.textId) rows.textId.length = row
    this.onBadLine({ line: this.lines, reason, ...(isFatal ? { isFatal } : {}) })
  }
}

/** SOLD, BOUGHT, NOT_GIVEN, or -1 for an unknown text. `first` is the first letter in lower case. */
function readSide(first: number, length: number, isSide: boolean): number {
  if (isSide) {
    if (first === 98 && length > 0) return BOUGHT
    if (first === 115 && length > 0) return SOLD
    return length === 0 || first === 117 || first === 32 + 13 ? NOT_GIVEN : -1
  }
  if (first === 116 && length > 3) return SOLD
  if (first === 102 && length > 4) return BOUGHT
  return -1
}

function textOf(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, Math.min(to, from + 40)))
}

interface SlowField {
  readonly text: string
  /** value x 10^-decimals, or null if the text is not a decimal number. `value` may exceed the safe integers. */
  readonly decimal: { readonly value: number; readonly decimals: number } | null
}

const DECIMAL = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d{1,3}))?$/

/** Parses a field that is not a plain number: signs, exponents, spaces, too many digits, or text. */
function parseSlowField(bytes: Uint8Array, from: number, to: number): SlowField {
  let text = ''
  for (let i = from; i < to; i++) text += String.fromCharCode(bytes[i])
  text = text.trim()
  const match = DECIMAL.exec(text)
  if (!match || (match[2] === '' && (match[3] ?? '') === '')) return { text, decimal: null }
  const [, sign, whole, fraction = '', exponent = '0'] = match
  // Trailing zeros of the fraction only add digits that could overflow.
  const kept = fraction.replace(/0+$/, '')
  let decimals = kept.length - Number(exponent)
  let digits = (whole + kept).replace(/^0+(?=\d)/, '')
  if (decimals < 0) {
    digits += '0'.repeat(Math.min(-decimals, 40))
    decimals = 0
  }
  const value = Number(digits) * (sign === '-' ? -1 : 1)
  return { text, decimal: { value, decimals } }
}
