import type { AdminSetRoleBody, RoleSet } from '@flowprint/contract'
import { inTransactionWithRetry } from '../../platform/database/index.ts'
import { AppError, readRemark } from '../../platform/http/index.ts'
import { inviteCodeOf, lockUser, setRights } from '../accounts/index.ts'
import type { Actor, AdminDeps } from './admin-deps.ts'
import { recordAction } from './record-action.ts'

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
