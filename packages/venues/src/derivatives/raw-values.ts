/** The text if it is a decimal number, else null: venues send '' for a value that does not exist. */
export function decimalText(value: unknown): string | null {
  return typeof value === 'string' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value) ? value : null
}

/** Ms as a number or text; null if invalid or 0, which venues send for a time that does not exist. */
export function msOf(value: unknown): number | null {
  const ms = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? Number(value) : NaN
  return Number.isSafeInteger(ms) && ms > 0 ? ms : null
}

/** The object without its null entries. */
export function present<Values extends Record<string, string | number | null>>(
  values: Values,
): { readonly [Name in keyof Values]?: Exclude<Values[Name], null> } {
  const entries = Object.entries(values).filter(([, value]) => value !== null)
  return Object.fromEntries(entries) as { [Name in keyof Values]?: Exclude<Values[Name], null> }
}
