import type { ExportData } from '@flowprint/contract'
import { alertsOf } from '../alerts/index.ts'
import { ordersOf } from '../membership/index.ts'
import { promotionOf } from '../promotion/index.ts'
import { workspaceOf } from '../workspace/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { confirmPassword } from './confirm-password.ts'
import { loadUser } from './load-user.ts'
import { loadSessions } from './manage-sessions.ts'
import { iso } from './present.ts'
import { findAuditAbout, findMembershipEvents } from './repository/export-rows.ts'
import { findReferral } from './repository/referral-rows.ts'
import type { SignedInRequester } from './requester.ts'
import { AccountForm } from './rules/account-form.ts'

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
