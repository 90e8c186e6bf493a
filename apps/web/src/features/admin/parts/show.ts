/** How the back office writes numbers and days. */
import { ratioBp, shownAmount } from '@flowprint/contract'

const two = (value: number) => String(value).padStart(2, '0')

/** "2027.11.20" where the reader is: as memberships are shown everywhere (specification section 4). */
export function dayOf(iso: string): string {
  const day = new Date(iso)
  return `${day.getFullYear()}.${two(day.getMonth() + 1)}.${two(day.getDate())}`
}

/** "2026.11.20 14:05": as narrow as a column of a table may be. */
export function momentOf(iso: string): string {
  const time = new Date(iso)
  return `${dayOf(iso)} ${two(time.getHours())}:${two(time.getMinutes())}`
}

/** "1,234.50" of "1234.500000". */
export function moneyOf(amount: string): string {
  const [whole, part] = shownAmount(amount).split('.')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${part}`
}

/** "12.5%" of "0.1250". */
export function percentOf(ratio: string): string {
  return `${ratioBp(ratio) / 100}%`
}
