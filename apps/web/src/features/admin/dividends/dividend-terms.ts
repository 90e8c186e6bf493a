import {
  type AdminInviterDetail,
  amountText,
  type AuditRow,
  parseAmount,
  ratioBp,
  ratioText,
  shareOf,
} from '@flowprint/contract'
import { percentBp } from '../settings/setting-values.ts'

/** An inviter's custom ratio compared with the level's. Pure. */

/** The ratio to set: null is the level's; undefined: invalid input. */
export function readRatio(kind: string, percent: string): string | null | undefined {
  if (kind === 'level') return null
  const points = percentBp(percent)
  return points === null ? undefined : ratioText(points)
}

/** Ratio of a level by the site's terms; null while unknown. */
export function ratioOfLevel(
  levels: readonly { readonly level: number; readonly ratio: string }[] | undefined,
  level: number,
): string | null {
  return levels?.find((one) => one.level === level)?.ratio ?? null
}

/** The dividend for a price, computed as on the server. */
export function shareText(price: string, ratio: string): string {
  return amountText(shareOf(parseAmount(price) ?? 0n, ratioBp(ratio)))
}

/** "0.1250" as "12.5", for the input. */
export function percentTyped(ratio: string | null): string {
  return ratio === null ? '' : String(ratioBp(ratio) / 100)
}

interface RatioChange {
  readonly id: number
  readonly at: string
  readonly by: string | null
  /** Null: the level's. */
  readonly ratio: string | null
  readonly remark: string
}

/** Extracts the ratio history from the audit log. */
export function ratioChanges(rows: readonly AuditRow[]): readonly RatioChange[] {
  return rows.map(({ id, at, actor_name: by, after }) => ({
    id,
    at,
    by,
    ratio: typeof after?.ratio === 'string' ? after.ratio : null,
    remark: typeof after?.remark === 'string' ? after.remark : '',
  }))
}

/** Why a settlement is not possible; null when it is. Pure; the server decides again. */
export function settleObstacle(
  { inviter, summary }: Pick<AdminInviterDetail, 'inviter' | 'summary'>,
  nowMs: number,
): 'nothing' | 'below' | 'address' | 'cooling' | null {
  // A total with claw-backs may be negative, which parseAmount rejects.
  const amount = summary.settlement_amount.startsWith('-') ? 0n : (parseAmount(summary.settlement_amount) ?? 0n)
  if (amount === 0n) return 'nothing'
  if (inviter.receive_address === null) return 'address'
  if (inviter.address_usable_at !== null && Date.parse(inviter.address_usable_at) > nowMs) return 'cooling'
  return amount < (parseAmount(summary.min_payout) ?? 0n) ? 'below' : null
}
