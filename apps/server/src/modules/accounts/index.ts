export { createAccessOf } from './queries/access-of.ts'
export { ensureDevAccounts } from './commands/dev-accounts.ts'
export { createPasswordHasher } from './password-hasher.ts'
export type { PasswordHasher } from './password-hasher.ts'
export {
  ADMIN_USAGE,
  AdminUsageError,
  parseAdminArguments,
  CommandError,
  createAdmin,
  disableOtpOf,
  resetKeyOf,
  grantDaysTo,
} from './commands/operator.ts'
export type { AdminArguments, CommandDeps } from './commands/operator.ts'
export { endSession, inviteCodeOf, lockUser, sessionsOf, setDisabled, setRights } from './commands/manage-user.ts'
export {
  listAdministrators,
  countRegistered,
  countUsers,
  findUserIds,
  listUsers,
  userFilter,
  usersAfter,
} from './queries/user-rows.ts'
