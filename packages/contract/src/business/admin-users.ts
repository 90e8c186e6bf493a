import { Type } from 'typebox'
import type { Static } from 'typebox'
import { NullableTime, Role } from '../accounts/fields.ts'
import { Choice, IsoTime, Nullable } from '../schemas.ts'
import { ObjectId, Page, PAGE, Remark } from './parts.ts'
import { GRANT_DAYS_MAX } from './limits.ts'

export const AdminUsersBody = Type.Object({
  ...PAGE,
  name: Type.Optional(Type.String({ maxLength: 200, description: 'ID, or prefix of a username or email' })),
  role: Type.Optional(Choice(['user', 'inviter', 'admin'], { description: 'user: neither inviter nor admin' })),
  expired: Type.Optional(Type.Boolean()),
})
export type AdminUsersBody = Static<typeof AdminUsersBody>

export const AdminUser = Type.Object({
  id: ObjectId,
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Nullable(Type.String()),
  role: Type.Array(Role),
  expire_time: NullableTime,
  expired: Type.Boolean(),
  register_time: IsoTime,
  activated: Type.Boolean(),
  disabled: Type.Boolean(),
  inviter_id: Nullable(ObjectId),
})
export type AdminUser = Static<typeof AdminUser>

/** Newest first. */
export const AdminUsers = Page(AdminUser)
export type AdminUsers = Static<typeof AdminUsers>

/** ``user` removes all rights, including those of an administrator; `inviter` keeps the rights of an administrator.`inviter` leaves an administrator one. */
export const AdminSetRoleBody = Type.Object({ user_id: ObjectId, role: Choice(['user', 'inviter']), remark: Remark })
export type AdminSetRoleBody = Static<typeof AdminSetRoleBody>
export const RoleSet = Type.Object({
  user_id: ObjectId,
  role: Type.Array(Role),
  invite_code: Type.Optional(Type.String()),
})
export type RoleSet = Static<typeof RoleSet>

export const AdminGrantDaysBody = Type.Object({
  user_id: ObjectId,
  days: Type.Integer({ minimum: 1, maximum: GRANT_DAYS_MAX }),
  remark: Remark,
})
export type AdminGrantDaysBody = Static<typeof AdminGrantDaysBody>
export const DaysGranted = Type.Object({ expire_time: IsoTime })
export type DaysGranted = Static<typeof DaysGranted>

export const AdminDisableUserBody = Type.Object({ user_id: ObjectId, disabled: Type.Boolean(), remark: Remark })
export type AdminDisableUserBody = Static<typeof AdminDisableUserBody>
export const UserDisabled = Type.Object({ user_id: ObjectId, disabled: Type.Boolean() })
export type UserDisabled = Static<typeof UserDisabled>

export const AdminUserSessionsBody = Type.Object({ user_id: ObjectId })
export type AdminUserSessionsBody = Static<typeof AdminUserSessionsBody>
export const AdminRevokeSessionBody = Type.Object({ session_id: ObjectId, remark: Remark })
export type AdminRevokeSessionBody = Static<typeof AdminRevokeSessionBody>

export const AdminAuditBody = Type.Object({
  ...PAGE,
  actor: Type.Optional(Type.String({ maxLength: 200, description: 'ID, or prefix of a username or email' })),
  action: Type.Optional(Type.String({ maxLength: 200, description: 'exact name, for example "review_order"' })),
  object: Type.Optional(Type.String({ maxLength: 200, description: 'type, or type:id' })),
})
export type AdminAuditBody = Static<typeof AdminAuditBody>

const Fields = Nullable(Type.Record(Type.String(), Type.Unknown()))
export const AuditRow = Type.Object({
  id: ObjectId,
  at: IsoTime,
  actor_id: Nullable(ObjectId),
  actor_name: Nullable(Type.String({ description: 'null: a command on the server, or the system itself' })),
  action: Type.String(),
  object_type: Type.String(),
  object_id: Type.String(),
  before: Fields,
  after: Fields,
})
export type AuditRow = Static<typeof AuditRow>

/** Newest first. */
export const AdminAudit = Page(AuditRow)
export type AdminAudit = Static<typeof AdminAudit>
