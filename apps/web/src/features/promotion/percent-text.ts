import { ratioBp } from '@flowprint/contract'

/** "0.1500" -> "15%", "0.1250" -> "12.5%", as text. */
export function percentText(ratio: string): string {
  const bp = ratioBp(ratio)
  const part = bp % 100
  return `${Math.floor(bp / 100)}${part === 0 ? '' : `.${String(part).padStart(2, '0').replace(/0$/, '')}`}%`
}
