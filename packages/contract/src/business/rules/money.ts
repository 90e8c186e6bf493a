const MICRO = 1_000_000n
const TEXT = /^(\d{1,12})(?:\.(\d{1,6}))?$/

/** micro-USDT of a decimal text with at most six decimals; null for anything else, signs included. */
export function parseAmount(text: string): bigint | null {
  const parts = TEXT.exec(text.trim())
  return parts === null ? null : BigInt(parts[1]) * MICRO + BigInt((parts[2] ?? '').padEnd(6, '0'))
}

/** Decimal text of micro-USDT, always with six decimals: "199.000000". */
export function amountText(micro: bigint): string {
  const size = micro < 0n ? -micro : micro
  return `${micro < 0n ? '-' : ''}${size / MICRO}.${String(size % MICRO).padStart(6, '0')}`
}

/** The same without superfluous zeros, at least two decimals: "199.00", "199.001". For eyes, not for calls. */
export function shownAmount(text: string): string {
  const [whole, part = ''] = text.split('.')
  return `${whole}.${part.replace(/0+$/, '').padEnd(2, '0')}`
}

/** Decimal text of basis points: 1500 -> "0.1500". */
export function ratioText(basisPoints: number): string {
  return `${Math.floor(basisPoints / 10_000)}.${String(basisPoints % 10_000).padStart(4, '0')}`
}

/** Basis points of a text with four decimals. */
export function ratioBp(text: string): number {
  return Number(text.replace('.', ''))
}

/** What an order earns its inviter: floor(paid x ratio). */
export function shareOf(paid: bigint, basisPoints: number): bigint {
  return (paid * BigInt(basisPoints)) / 10_000n
}
