import { toLots } from '@flowprint/orderflow'
import type { Lots } from '@flowprint/orderflow'

const BASE = 10n ** 8n

/** Splits the delta of a row of bars into the columns of `footprint_block`: delta + delta_wide * 10^8 lots. */
export function splitDelta(sum: Lots): { delta: string; wide: string } {
  return typeof sum === 'number'
    ? { delta: String(sum), wide: '0' }
    : { delta: String(sum % BASE), wide: String(sum / BASE) }
}

/** Joins sums of both columns over any rows, as text; null when there were none. */
export function joinDelta(delta: string | null, wide: string | null): Lots {
  return toLots(BigInt(delta ?? 0) + BigInt(wide ?? 0) * BASE)
}
