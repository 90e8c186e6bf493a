import type { InviterChart, InviterChartBody } from '@flowprint/contract'
import { amountText } from '@flowprint/contract'
import { AppError } from '../../platform/http/index.ts'
import type { PromotionDeps } from './promotion-deps.ts'
import { chartDays } from './repository/chart-rows.ts'
import { dayIn, daysOf, readDays } from './rules/chart-days.ts'

/** Per day: new invitees, shares earned that day and still pending, and amounts settled that day. */
export async function loadInviterChart(
  { pool, clock, businessTz }: PromotionDeps,
  accountId: number,
  body: InviterChartBody,
): Promise<InviterChart> {
  const range = readDays(body, dayIn(clock.now(), businessTz))
  if (range === null) throw new AppError('VALIDATION', { faults: [{ field: 'to', error: 'BAD_WINDOW', params: {} }] })
  const happened = new Map((await chartDays(pool, accountId, range, businessTz)).map((one) => [one.day, one]))
  return {
    list: daysOf(range).map((day) => {
      const { invited = 0, pending = 0n, settled = 0n } = happened.get(day) ?? {}
      return { day, invited, pending_amount: amountText(pending), settled_amount: amountText(settled) }
    }),
  }
}
