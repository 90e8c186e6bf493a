import { DELETION_DAYS } from '@flowprint/contract'
import type { ExportData, DeleteAccount } from '@flowprint/contract'
import { sql } from 'kysely'
import { DAY_MS } from '@flowprint/orderflow'
import { alertsOf } from '../../alerts/index.ts'
import { ordersOf } from '../../membership/index.ts'
import { promotionOf } from '../../promotion/index.ts'
import { workspaceOf } from '../../workspace/index.ts'
import type { AccountDeps } from '../account-deps.ts'
import { confirmPassword, lockUnchanged } from './change-password.ts'
import { loadUser, iso } from '../queries/load-user.ts'
import { loadSessions } from './manage-sessions.ts'
import { findReferral } from '../queries/referral-rows.ts'
import type { SignedInRequester } from '../requester.ts'
import { AccountForm } from '../rules/account-form.ts'
import { db, inTransaction } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { AppError } from '../../../platform/http/index.ts'
import { recordAudit } from '../../../platform/audit/index.ts'
import { lockAdmins, updateAccount } from '../queries/account-rows.ts'
import { deleteSessions } from '../queries/session-rows.ts'

/** Exports all data stored about the user. */
export async function exportData(deps: AccountDeps, body: unknown, who: SignedInRequester): Promise<ExportData> {
  const form = new AccountForm(body)
  const password = form.password('password')
  form.refuse()
  await confirmPassword(deps, who.accountId, password)
  const { pool } = deps
  const sessions = await loadSessions(deps, who)
  const referral = await findReferral(pool, who.accountId)
  return {
    exported_at: iso(deps.clock.now()),
    user: await loadUser(deps, who),
    sessions: sessions.list,
    referral: referral === null ? null : { code: referral.code, registered_at: iso(referral.registeredAt) },
    membership_events: await findMembershipEvents(pool, who.accountId),
    orders: await ordersOf(pool, who.accountId),
    ...(await promotionOf(pool, who.accountId)),
    workspace: await workspaceOf(pool, who.accountId),
    ...(await alertsOf(pool, who.accountId)),
    audit: await findAuditAbout(pool, who.accountId),
  }
}

/** Ledger entries of the account, oldest first. */
const findMembershipEvents = (client: Queryable, accountId: number): Promise<unknown[]> =>
  db(client)
    .selectFrom('membership_event')
    .select(['at', 'kind', 'days', 'from_time', 'to_time', 'remark'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

/** Audit entries about the account or by it, oldest first; the identity of other actors is left out. */
const findAuditAbout = (client: Queryable, accountId: number): Promise<unknown[]> =>
  db(client)
    .selectFrom('audit_log')
    .select(['at', 'action', 'object_type', 'object_id'])
    .select(sql<boolean | null>`actor_id = ${accountId}::bigint`.as('by_me'))
    .where(({ eb, or, and }) =>
      or([and({ object_type: 'account', object_id: String(accountId) }), eb('actor_id', '=', accountId)]),
    )
    .orderBy('id')
    .execute()

/** Schedules the deletion of the account; logging in before that cancels it. Ends every session at once. */
export async function requestDeletion(
  deps: AccountDeps,
  body: unknown,
  who: SignedInRequester,
): Promise<DeleteAccount> {
  const form = new AccountForm(body)
  const password = form.password('password')
  form.refuse()
  const seen = await confirmPassword(deps, who.accountId, password)
  const now = deps.clock.now()
  const deleteAt = now + DELETION_DAYS * DAY_MS
  await inTransaction(deps.pool, async (client) => {
    const admins = seen.isAdmin ? await lockAdmins(client) : []
    const account = await lockUnchanged(client, seen)
    if (account.isAdmin && admins.every((id) => id === account.id)) throw new AppError('LAST_ADMIN')
    await updateAccount(client, account.id, { delete_at: new Date(deleteAt) })
    await deleteSessions(client, account.id)
    await recordAudit(client, {
      at: now,
      actorId: account.id,
      ipHash: deps.keys.hashAddress(who.ip, now),
      action: 'delete_account',
      objectType: 'account',
      objectId: account.id,
      before: null,
      after: { delete_at: iso(deleteAt) },
    })
  })
  return { delete_at: iso(deleteAt) }
}
