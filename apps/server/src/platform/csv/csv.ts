/** Leading characters that spreadsheets may evaluate as a formula, including full-width forms. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const NUMBER = /^-?\d+(\.\d+)?$/
/** Includes the separators of other locales, so that no cell is split. */
const NEEDS_QUOTES = /[",;\t\r\n]/

export type Cell = string | number | boolean | null

/**
 * One line of a CSV file for spreadsheets. Text that would be evaluated as a formula gets a leading apostrophe;
 * numbers, including negative ones, stay numbers. Null is an empty cell.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

/** One line of a CSV file for programs. Values are numbers, ids and fixed words: nothing needs quotes. */
export const plainLine = (values: readonly (string | number)[]): string => `${values.join(',')}\n`

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

function cellText(cell: Cell): string {
  if (cell === null) return ''
  const text = String(cell)
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
