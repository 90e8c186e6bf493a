/** What spreadsheets may take for a formula at the beginning of a cell, in the wide forms of Chinese keyboards too. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const NUMBER = /^-?\d+(\.\d+)?$/
/** Commas of other countries' spreadsheets count as well: no cell is ever cut in two. */
const NEEDS_QUOTES = /[",;\t\r\n]/

export type Cell = string | number | boolean | null

/**
 * One line of a CSV file for spreadsheets. A text that would be run as a formula gets an apostrophe in front, which makes
 * it a text; numbers stay numbers, negative ones too. Null is an empty cell.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

/** By which spreadsheets know UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

function cellText(cell: Cell): string {
  if (cell === null) return ''
  const text = String(cell)
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
