import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Choice, IsoTime, Nullable, NullableTime, ObjectId, Page, PAGE, Remark, Role } from '../schemas.ts'
import { DIVIDEND_STATUSES, EXPORT_LISTS, MAX_GRANT_DAYS, ORDER_STATUSES, MAX_SEARCH_LENGTH } from '../limits.ts'
import { ChoiceArgument, FlagArgument, IntegerArgument, TextArgument } from '../calls/arguments.ts'

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

/** `user` removes all rights, including those of an administrator; `inviter` keeps the rights of an administrator. */
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
  days: Type.Integer({ minimum: 1, maximum: MAX_GRANT_DAYS }),
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

const list = ChoiceArgument(EXPORT_LISTS, {
  description: 'list to export; the other arguments are the filters of that list',
})
const text = (description: string) => Type.Optional(TextArgument(MAX_SEARCH_LENGTH, { description }))

/** Arguments of an export, by list: the same filters as on the page. */
export const EXPORT_QUERIES = {
  orders: Type.Object({
    list,
    transaction_id: text('its beginning'),
    status: Type.Optional(ChoiceArgument(ORDER_STATUSES, { description: 'review status' })),
    user: text('an ID, or the beginning of a user name or e-mail'),
  }),
  users: Type.Object({
    list,
    name: text('an ID, or the beginning of a user name or e-mail'),
    role: Type.Optional(
      ChoiceArgument(['user', 'inviter', 'admin'], { description: 'user: neither inviter nor admin' }),
    ),
    expired: Type.Optional(FlagArgument({ description: 'without an active membership' })),
  }),
  dividends: Type.Object({
    list,
    id: Type.Optional(
      IntegerArgument(1, Number.MAX_SAFE_INTEGER, { description: 'ID of the inviter; all inviters when absent' }),
    ),
    status: Type.Optional(ChoiceArgument(DIVIDEND_STATUSES, { description: 'share status' })),
    settlement_id: text('its beginning'),
  }),
  audit: Type.Object({
    list,
    actor: text('an ID, or the beginning of a user name or e-mail'),
    action: text('in full'),
    object: text('type, or type:id'),
  }),
} as const

/** Union of all arguments, for the documentation: `status` accepts the values of its list. */
export const AdminExportQuery = Type.Object({
  ...EXPORT_QUERIES.orders.properties,
  ...EXPORT_QUERIES.users.properties,
  ...EXPORT_QUERIES.dividends.properties,
  ...EXPORT_QUERIES.audit.properties,
  status: Type.Optional(
    ChoiceArgument(['pending', 'passed', 'refused', 'unpaid', 'settled'], {
      description: 'orders: pending, passed, refused; dividends: unpaid, pending, settled',
    }),
  ),
})
export type AdminExportQuery = Static<typeof AdminExportQuery>
