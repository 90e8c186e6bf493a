const SIZES = ['', 'K', 'M', 'B', 'T'] as const

/**
 * Formats a quantity for a narrow column: three significant digits and a suffix, truncated from the exact text.
 * "12345.678" is "12.3K", "-0.00512" is "-0.00512"; never uses an exponent.
 */
export function compactText(text: string): string {
  const sign = text.startsWith('-') ? '-' : ''
  const [whole, decimals = ''] = text.slice(sign.length).split('.')
  if (whole.length > 3 * SIZES.length) return sign + whole
  const size = Math.floor((whole.length - 1) / 3)
  const lead = whole.length - 3 * size
  const digits = size === 0 ? decimals : whole.slice(lead)
  // Zeros right after the decimal point are not significant.
  const silent = whole === '0' ? (/^0*/.exec(decimals)?.[0].length ?? 0) : 0
  const shown = digits.slice(0, whole === '0' ? silent + 3 : Math.max(0, 3 - lead)).replace(/0+$/, '')
  const number = whole.slice(0, lead) + (shown === '' ? '' : `.${shown}`)
  return /[1-9]/.test(number) ? `${sign}${number}${SIZES[size]}` : '0'
}
