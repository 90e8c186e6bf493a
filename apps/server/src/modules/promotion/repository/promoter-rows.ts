import type { Queryable } from '../../../platform/database/index.ts'

/** A current or former inviter with the sums of invitees and earnings. Amounts in micro-USDT, times in ms. */
export interface Promoter {
  readonly accountId: number
  readonly ratioBpOverride: number | null
  readonly referrals: number
  readonly activatedInvitees: number
  readonly payingInvitees: number
  readonly earningInvitees: number
  readonly dividends: number
  readonly pendingCount: number
  readonly pendingAmount: bigint
  readonly settledAmount: bigint
  readonly remindedAt: number | null
}

interface PromoterRow {
  account_id: number
  ratio_bp_override: number | null
  referrals: number
  activated_invitees: number
  paying_invitees: number
  earning_invitees: number
  dividends: number
  pending_count: number
  pending_amount: string
  settled_amount: string
  reminded_at: Date | null
}

const COLUMNS = `account_id, ratio_bp_override, referrals, activated_invitees, paying_invitees, earning_invitees, dividends, pending_count,
  pending_amount::text, settled_amount::text, reminded_at`

async function findOne(client: Queryable, where: string, accountId: number): Promise<Promoter | null> {
  const { rows } = await client.query<PromoterRow>(`select ${COLUMNS} from promoter where ${where}`, [accountId])
  if (rows.length === 0) return null
  const [row] = rows
  return {
    accountId: row.account_id,
    ratioBpOverride: row.ratio_bp_override,
    referrals: row.referrals,
    activatedInvitees: row.activated_invitees,
    payingInvitees: row.paying_invitees,
    earningInvitees: row.earning_invitees,
    dividends: row.dividends,
    pendingCount: row.pending_count,
    pendingAmount: BigInt(row.pending_amount),
    settledAmount: BigInt(row.settled_amount),
    remindedAt: row.reminded_at?.getTime() ?? null,
  }
}

export const findPromoter = (client: Queryable, accountId: number): Promise<Promoter | null> =>
  findOne(client, 'account_id = $1', accountId)

/** Locks the promoter until the transaction ends, which serializes all changes of an inviter's shares. */
export const lockPromoter = (client: Queryable, accountId: number): Promise<Promoter | null> =>
  findOne(client, 'account_id = $1 for no key update', accountId)

/** Increments of the sums. */
export interface PromoterChange {
  readonly activatedInvitees?: number
  readonly payingInvitees?: number
  readonly earningInvitees?: number
  readonly dividends?: number
  readonly pendingCount?: number
  readonly pendingAmount?: bigint
  readonly settledAmount?: bigint
}

/** Adds to the sums of a locked promoter. */
export async function addToPromoter(client: Queryable, accountId: number, change: PromoterChange): Promise<void> {
  await client.query(
    `update promoter set activated_invitees = activated_invitees + $2, paying_invitees = paying_invitees + $3,
       earning_invitees = earning_invitees + $4, dividends = dividends + $5, pending_count = pending_count + $6,
       pending_amount = pending_amount + $7, settled_amount = settled_amount + $8
     where account_id = $1`,
    [
      accountId,
      change.activatedInvitees ?? 0,
      change.payingInvitees ?? 0,
      change.earningInvitees ?? 0,
      change.dividends ?? 0,
      change.pendingCount ?? 0,
      String(change.pendingAmount ?? 0n),
      String(change.settledAmount ?? 0n),
    ],
  )
}

/** Sets the ratio override; null restores the level's ratio. The promoter must be locked. */
export async function setOverride(client: Queryable, accountId: number, ratioBp: number | null): Promise<void> {
  await client.query('update promoter set ratio_bp_override = $2 where account_id = $1', [accountId, ratioBp])
}

/** Records a reminder; false if the last one is newer than `since` (ms). */
export async function markReminded(client: Queryable, accountId: number, at: number, since: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'update promoter set reminded_at = $2 where account_id = $1 and (reminded_at is null or reminded_at <= $3)',
    [accountId, new Date(at), new Date(since)],
  )
  return rowCount === 1
}

export interface PromoterAccount {
  readonly username: string
  readonly email: string | null
  readonly language: 'zh' | 'en'
  /** Null without the inviter role. */
  readonly inviteCode: string | null
  readonly isInviter: boolean
  /** Has the inviter role, and the account is neither disabled nor deleted. */
  readonly isActive: boolean
}

const ACCOUNT = `select username, email, language, invite_code, is_inviter, is_inviter and disabled_at is null and deleted_at is null as is_active
  from account where id = $1`

async function account(client: Queryable, text: string, accountId: number): Promise<PromoterAccount> {
  const { rows } = await client.query<{
    username: string
    email: string | null
    language: 'zh' | 'en'
    invite_code: string | null
    is_inviter: boolean
    is_active: boolean
  }>(text, [accountId])
  if (rows.length === 0) throw new Error(`Invariant: promoter ${accountId} has an account`)
  const [row] = rows
  return {
    username: row.username,
    email: row.email,
    language: row.language,
    isInviter: row.is_inviter,
    isActive: row.is_active,
    inviteCode: row.is_inviter ? row.invite_code : null,
  }
}

export const findPromoterAccount = (client: Queryable, accountId: number): Promise<PromoterAccount> =>
  account(client, ACCOUNT, accountId)

/** Reads the account with a share lock, so that its rights cannot change before the transaction ends. */
export const lockPromoterAccount = (client: Queryable, accountId: number): Promise<PromoterAccount> =>
  account(client, `${ACCOUNT} for share`, accountId)

/** Whether the account has pending shares, with or without the inviter role. */
export async function isOwed(client: Queryable, accountId: number): Promise<boolean> {
  const { rowCount } = await client.query('select from promoter where account_id = $1 and pending_count > 0', [
    accountId,
  ])
  return rowCount !== 0
}
