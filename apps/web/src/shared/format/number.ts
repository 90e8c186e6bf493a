import { ratioBp } from '@flowprint/contract'

/** Numbers as text, the same in every language. Exact amounts are formatted from decimal text, never from a double. */

/** "12,345": a count with grouped digits. */
export function formatCount(count: number): string {
  return count.toLocaleString('en')
}

/** "41.3%" of a share such as 0.413. */
export function formatPercent(share: number, decimals = 1): string {
  return `${(share * 100).toFixed(decimals)}%`
}

/** "15%" of an exact ratio such as "0.1500"; "12.5%" of "0.1250". */
export function formatRatio(ratio: string): string {
  const bp = ratioBp(ratio)
  const part = bp % 100
  return `${Math.floor(bp / 100)}${part === 0 ? '' : `.${String(part).padStart(2, '0').replace(/0$/, '')}`}%`
}

const STEPS = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const

function figures(value: number): string {
  if (value < 1) return String(Number(value.toPrecision(3)))
  return value >= 99.995 ? value.toFixed(1) : value >= 9.9995 ? value.toFixed(2) : value.toFixed(3)
}

/** "67692.345600" as "67,692.3456": grouped, without trailing zeros. Input: plain decimal text. */
export function groupDigits(text: string): string {
  const [whole, decimals = ''] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  const rest = decimals.replace(/0+$/, '')
  return rest ? `${grouped}.${rest}` : grouped
}

/** Adds the sign of a difference; zero and non-numbers have none. Input: exact decimal text. */
export function formatSigned(text: string): string {
  return /^<?[0.,]*[1-9]/.test(text) ? `+${text}` : text
}

/**
 * A size for a narrow column: at most four significant digits, K, M and B. Input: >= 0; exact values are in the
 * details.
 */
export function formatSize(value: number): string {
  for (const [size, letter] of STEPS) {
    // 999.95 would be written as 1000.0.
    if (value >= size * 0.99995) return `${figures(value / size)}${letter}`
  }
  return figures(value)
}

const SIZES = ['', 'K', 'M', 'B', 'T'] as const

/**
 * Formats a quantity for a narrow column: three significant digits and a suffix, truncated from the exact text.
 * "12345.678" is "12.3K", "-0.00512" is "-0.00512"; never uses an exponent.
 */
export function formatCompact(text: string): string {
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
