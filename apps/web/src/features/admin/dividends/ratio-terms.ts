/** An inviter's ratio of their own beside that of their level. Pure. */
import { amountText, parseAmount, ratioBp, ratioText, shareOf, type AuditRow } from '@flowprint/contract'
import { percentBp } from '../settings/draft.ts'

export type RatioKind = 'level' | 'own'

/** The ratio to be set: null is the level's; undefined: what was typed is none. */
export function readRatio(kind: string, percent: string): string | null | undefined {
  if (kind === 'level') return null
  const points = percentBp(percent)
  return points === null ? undefined : ratioText(points)
}

/** What a level earns by the terms of the site; null where they are not known. */
export function ratioOfLevel(
  levels: readonly { readonly level: number; readonly ratio: string }[] | undefined,
  level: number,
): string | null {
  return levels?.find((one) => one.level === level)?.ratio ?? null
}

/** The share of a price, as the server will reckon it. */
export function shareText(price: string, ratio: string): string {
  return amountText(shareOf(parseAmount(price) ?? 0n, ratioBp(ratio)))
}

/** "12.5" of "0.1250", as it is typed. */
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

/** The record of acts as the history of a ratio. */
export function ratioChanges(rows: readonly AuditRow[]): readonly RatioChange[] {
  return rows.map(({ id, at, actor_name: by, after }) => ({
    id,
    at,
    by,
    ratio: typeof after?.ratio === 'string' ? after.ratio : null,
    remark: typeof after?.remark === 'string' ? after.remark : '',
  }))
}
