import type {
  AdminDisableUserBody,
  UserDisabled,
  AdminGrantDaysBody,
  DaysGranted,
  AdminRevokeSessionBody,
  AdminSetRoleBody,
  RoleSet,
} from '@flowprint/contract'
import { inTransactionWithRetry } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { AppError, readRemark } from '../../../platform/http/index.ts'
import { lockUser, setDisabled, endSession, inviteCodeOf, setRights } from '../../accounts/index.ts'
import type { Actor, AdminDeps } from '../admin-deps.ts'
import { grantDays } from '../../membership/index.ts'
import { recordAudit } from '../../../platform/audit/index.ts'
import type { AuditEntry } from '../../../platform/audit/index.ts'

/** Disables or enables an account and records the reason. No effect if the account already has that state. */
export async function disableUser(
  { pool, clock }: AdminDeps,
  by: Actor,
  { user_id, disabled, remark: given }: AdminDisableUserBody,
): Promise<UserDisabled> {
  const remark = readRemark(given)
  return inTransactionWithRetry(pool, async (client) => {
    const at = clock.now()
    const user = await lockUser(client, user_id)
    if (disabled && user.isLastAdmin) throw new AppError('LAST_ADMIN')
    if (user.isDisabled !== disabled) {
      await setDisabled(client, user.id, disabled ? at : null)
      await recordAction(client, by, at, {
        action: disabled ? 'disable_user' : 'enable_user',
        objectType: 'account',
        objectId: user.id,
        before: { disabled: user.isDisabled },
        after: { disabled, remark },
      })
    }
    return { user_id: user.id, disabled }
  })
}

/** Grants days of membership and records the reason. */
export async function grantMembership(
  { pool, clock }: AdminDeps,
  by: Actor,
  { user_id, days, remark: given }: AdminGrantDaysBody,
): Promise<DaysGranted> {
  const remark = readRemark(given)
  return inTransactionWithRetry(pool, async (client) => {
    const at = clock.now()
    const user = await lockUser(client, user_id)
    const expire_time = new Date(
      await grantDays(client, { accountId: user.id, days, at, actorId: by.accountId, remark }),
    ).toISOString()
    await recordAction(client, by, at, {
      action: 'grant_days',
      objectType: 'account',
      objectId: user.id,
      before: null,
      after: { days, remark, expire_time },
    })
    return { expire_time }
  })
}

/** Ends one session of any user. */
export async function revokeUserSession(
  { pool, clock }: AdminDeps,
  by: Actor,
  { session_id, remark: given }: AdminRevokeSessionBody,
): Promise<Record<string, never>> {
  const remark = readRemark(given)
  return inTransactionWithRetry(pool, async (client) => {
    const accountId = await endSession(client, session_id)
    if (accountId === null) throw new AppError('NOT_FOUND')
    await recordAction(client, by, clock.now(), {
      action: 'revoke_session',
      objectType: 'account',
      objectId: accountId,
      before: { session_id },
      after: { remark },
    })
    return {}
  })
}

type Rights = { readonly isAdmin: boolean; readonly isInviter: boolean }

const roleOf = ({ isAdmin, isInviter }: Rights): RoleSet['role'] => [
  ...(isAdmin ? (['admin'] as const) : []),
  ...(isInviter ? (['inviter'] as const) : []),
]

/**
 * Makes an account an ordinary user or an inviter; no request can create an administrator. A new inviter stays logged
 * in and gets a mail; an account that loses a right is logged out. No effect if nothing changes.
 */
export async function setRole(
  { pool, clock, mail, appUrl }: AdminDeps,
  by: Actor,
  body: AdminSetRoleBody,
): Promise<RoleSet> {
  const remark = readRemark(body.remark)
  return inTransactionWithRetry(pool, async (client) => {
    const user = await lockUser(client, body.user_id)
    const rights =
      body.role === 'inviter' ? { isAdmin: user.isAdmin, isInviter: true } : { isAdmin: false, isInviter: false }
    if (user.isLastAdmin && !rights.isAdmin) throw new AppError('LAST_ADMIN')
    const changes = user.isAdmin !== rights.isAdmin || user.isInviter !== rights.isInviter
    const code = changes ? await setRights(client, user, rights) : await inviteCodeOf(client, user.id)
    if (changes) {
      const at = clock.now()
      await recordAction(client, by, at, {
        action: 'set_role',
        objectType: 'account',
        objectId: user.id,
        before: { role: roleOf(user) },
        after: { role: roleOf(rights), remark },
      })
      if (!user.isInviter && code !== null && user.email !== null) {
        const params = {
          name: user.username,
          invite_link: `${appUrl}/create/${code}`,
          link: `${appUrl}/promotion-progress`,
        }
        await mail.enqueueMail(client, {
          template: 'became_inviter',
          to: user.email,
          language: user.language,
          params,
          dedupeKey: `became_inviter ${user.id} ${at}`,
        })
      }
    }
    return {
      user_id: user.id,
      role: roleOf(rights),
      ...(rights.isInviter && code !== null ? { invite_code: code } : {}),
    }
  })
}

type Action = Pick<AuditEntry, 'action' | 'objectType' | 'objectId' | 'before' | 'after'>

/** Records an administrator's action in its transaction. */
export async function recordAction(
  client: Queryable,
  { accountId, ipHash }: Actor,
  at: number,
  action: Action,
): Promise<void> {
  await recordAudit(client, { at, actorId: accountId, ipHash, ...action })
}
