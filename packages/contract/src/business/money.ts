const MICRO = 1_000_000n
const TEXT = /^(\d{1,12})(?:\.(\d{1,6}))?$/

/** Parses decimal text with at most six decimals into micro-USDT; null for anything else, including signs. */
export function parseAmount(text: string): bigint | null {
  const parts = TEXT.exec(text.trim())
  return parts === null ? null : BigInt(parts[1]) * MICRO + BigInt((parts[2] ?? '').padEnd(6, '0'))
}

/** Formats micro-USDT as decimal text, always with six decimals: "199.000000". */
export function amountText(micro: bigint): string {
  const size = micro < 0n ? -micro : micro
  return `${micro < 0n ? '-' : ''}${size / MICRO}.${String(size % MICRO).padStart(6, '0')}`
}

/**
 * Like `formatAmount` without superfluous zeros, at least two decimals: "199.00", "199.001". For display, not for API
 * calls.
 */
export function shownAmount(text: string): string {
  const [whole, part = ''] = text.split('.')
  return `${whole}.${part.replace(/0+$/, '').padEnd(2, '0')}`
}

/** Formats basis points as decimal text: 1500 -> "0.1500". */
export function ratioText(basisPoints: number): string {
  return `${Math.floor(basisPoints / 10_000)}.${String(basisPoints % 10_000).padStart(4, '0')}`
}

/** Parses text with four decimals into basis points. */
export function ratioBp(text: string): number {
  return Number(text.replace('.', ''))
}

/** The inviter's share of an order: floor(paid x ratio). */
export function shareOf(paid: bigint, basisPoints: number): bigint {
  return (paid * BigInt(basisPoints)) / 10_000n
}
