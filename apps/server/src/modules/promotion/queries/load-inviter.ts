import { amountText, ratioText } from '@flowprint/contract'
import type { InviterParam, InviterChart, InviterChartBody, DividendRow } from '@flowprint/contract'
import { sql } from 'kysely'
import { AppError } from '../../../platform/http/index.ts'
import { loadPromotionTerms } from './load-terms.ts'
import type { PromotionDeps } from '../promotion-deps.ts'
import { findAddress, listAddresses, listSettlements } from './settlement-rows.ts'
import { sumAvailable } from './dividend-rows.ts'
import { findPromoter, findPromoterAccount, countInvitedSince, weekStart } from './promoter-rows.ts'
import { computeStanding, maskName } from '../rules/levels.ts'
import { computeUsableAt } from '../rules/decide-settlement.ts'
import { dayIn, daysOf, readDays } from '../rules/chart-days.ts'
import type { DayRange } from '../rules/chart-days.ts'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { listDividends } from './dividend-list-rows.ts'

/** Summary of an inviter: level, link, invitees and earnings. */
export async function loadInviterParam(
  { pool, clock, appUrl, businessTz }: PromotionDeps,
  accountId: number,
): Promise<InviterParam> {
  const now = clock.now()
  const promoter = await findPromoter(pool, accountId)
  if (promoter === null) throw new AppError('NOT_FOUND')
  const account = await findPromoterAccount(pool, accountId)
  const terms = await loadPromotionTerms(pool, now)
  const { level, ratioBp, next } = computeStanding(terms.levels, promoter.payingInvitees, promoter.ratioBpOverride)
  const address = await findAddress(pool, accountId)
  const available = await sumAvailable(pool, accountId, now)
  return {
    level,
    ratio: ratioText(ratioBp),
    next_level: next?.level ?? null,
    next_min_paying: next?.minPaying ?? null,
    invite_code: account.inviteCode,
    invite_link: account.inviteCode === null ? null : `${appUrl}/create/${account.inviteCode}`,
    network_type: 'TRC20',
    receive_address: address?.address ?? null,
    address_usable_at: address === null ? null : new Date(computeUsableAt(address, terms.coolingMs)).toISOString(),
    invited_total: promoter.activatedInvitees,
    invited_week: await countInvitedSince(pool, accountId, await weekStart(pool, now, businessTz)),
    paying_total: promoter.payingInvitees,
    pending_count: promoter.pendingCount,
    pending_amount: amountText(promoter.pendingAmount),
    available_amount: amountText(available.amount),
    settled_amount: amountText(promoter.settledAmount),
    min_payout: amountText(terms.minPayout),
    share_levels: terms.levels.map((one) => ({
      level: one.level,
      min_paying: one.minPaying,
      ratio: ratioText(one.ratioBp),
    })),
  }
}

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

const PAGE = 1000
const iso = (ms: number): string => new Date(ms).toISOString()

/** Promotion data of an account for the data export; about invitees only what the pages show. */
export async function promotionOf(
  client: Queryable,
  accountId: number,
): Promise<{ dividends: DividendRow[]; payout_addresses: unknown[]; settlements: unknown[] }> {
  const dividends: DividendRow[] = []
  for (let from = 0; ; from += PAGE) {
    const page = await listDividends(client, { inviterId: accountId }, { from, size: PAGE }, 0)
    dividends.push(...page.map((row) => ({ ...row, invitee_name: maskName(row.invitee_name) })))
    if (page.length < PAGE) break
  }
  const addresses = await listAddresses(client, accountId)
  const settlements = await listSettlements(client, accountId)
  return {
    dividends,
    payout_addresses: addresses.map(({ address, setAt }) => ({
      network_type: 'TRC20',
      receive_address: address,
      set_at: iso(setAt),
    })),
    settlements: settlements.map(({ settlementId, receiveAddress, amount, settledAt }) => ({
      settlement_id: settlementId,
      receive_address: receiveAddress,
      amount: amountText(amount),
      settlement_time: iso(settledAt),
    })),
  }
}

export interface ChartDay {
  readonly day: string
  readonly invited: number
  /** micro-USDT: earned on that day and still pending; settled on that day. */
  readonly pending: bigint
  readonly settled: bigint
}

/** Activity of an inviter per day of a time zone; days without activity are omitted. */
async function chartDays(
  client: Queryable,
  inviterId: number,
  { from, to }: DayRange,
  timeZone: string,
): Promise<ChartDay[]> {
  const { rows } = await sql<{ day: string; invited: number; pending: string; settled: string }>`
    with bounds as (
      select (${from}::date)::timestamp at time zone ${timeZone} as first, (${to}::date + 1)::timestamp at time zone ${timeZone} as last
    ), happened as (
      select registered_at as at, 1 as invited, 0::bigint as pending, 0::bigint as settled from referral, bounds
        where inviter_id = ${inviterId} and activated_at is not null and registered_at >= first and registered_at < last
      union all
      select created_at, 0, amount, 0 from dividend, bounds
        where inviter_id = ${inviterId} and status = 'pending' and created_at >= first and created_at < last
      union all
      select settled_at, 0, 0, amount from settlement, bounds
        where inviter_id = ${inviterId} and settled_at >= first and settled_at < last
    )
    select to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as day, sum(invited)::int as invited, sum(pending)::text as pending, sum(settled)::text as settled
    from happened group by 1`.execute(db(client))
  return rows.map(({ day, invited, pending, settled }) => ({
    day,
    invited,
    pending: BigInt(pending),
    settled: BigInt(settled),
  }))
}
