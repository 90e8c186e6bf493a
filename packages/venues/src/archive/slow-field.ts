export interface SlowField {
  readonly text: string
  /** value x 10^-decimals, or null if the text is not a decimal number. `value` may exceed the safe integers. */
  readonly decimal: { readonly value: number; readonly decimals: number } | null
}

const DECIMAL = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d{1,3}))?$/

/** Parses a field that is not a plain number: signs, exponents, spaces, too many digits, or text. */
export function parseSlowField(bytes: Uint8Array, from: number, to: number): SlowField {
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
