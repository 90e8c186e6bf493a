/** An inviter's custom ratio compared with the level's. Pure. */
import { amountText, parseAmount, ratioBp, ratioText, shareOf, type AuditRow } from '@flowprint/contract'
import { percentBp } from '../settings/draft.ts'

export type RatioKind = 'level' | 'own'

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

export interface RatioChange {
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
