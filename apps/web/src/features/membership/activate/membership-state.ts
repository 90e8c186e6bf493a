import type { User } from '../../../shared/session/user.ts'

export type MembershipState = 'none' | 'trial' | 'active' | 'expired'

/** State of a membership at a server time; the end is exclusive. */
export function membershipState(
  { expire_time: end, is_trial: isTrial }: Pick<User, 'expire_time' | 'is_trial'>,
  nowMs: number,
): MembershipState {
  if (end === null) return 'none'
  if (Date.parse(end) <= nowMs) return 'expired'
  return isTrial ? 'trial' : 'active'
}
