import type { UserInfo } from '@flowprint/contract'
import { create } from 'zustand'
import { call } from '../http/call.ts'
import { CallFailure } from '../http/envelope.ts'
import { currentToken, tokenStore } from './token.ts'
import { formatDay } from '../format/time.ts'

/**
 * The signed-in user.
 *
 *   const user = useUser((state) => state.user)          null: a visitor, or not loaded yet
 *   const isAdmin = useUser(({ user }) => hasRole(user, 'admin'))
 *
 * session.ts signs in and out. `mergeUser` applies what a call changed.
 */

export type User = UserInfo

export type Role = User['role'][number]

interface UserState {
  readonly user: User | null
  /** `failed`: the user could not be loaded because of the network; pages may retry. */
  readonly state: 'none' | 'loading' | 'ready' | 'failed'
  /** Server time minus this machine's, ms. Memberships follow server time. */
  readonly skewMs: number
}

const LOGGED_OUT: UserState = { user: null, state: 'none', skewMs: 0 }

export const useUser = create<UserState>()(() => LOGGED_OUT)

export function hasRole(user: User | null, role: Role): boolean {
  // A former inviter keeps the inviter's page until all dividends are paid.
  return user !== null && (user.role.includes(role) || (role === 'inviter' && user.is_owed))
}

export function mergeUser(changes: Partial<User>): void {
  const { user } = useUser.getState()
  if (user) useUser.setState({ user: { ...user, ...changes } })
}

let lastId: number | null = null

/** Whether the user differs from the previous one in this document, whose data must then be discarded. */
function isDifferentUser({ id }: User): boolean {
  const isOther = lastId !== null && lastId !== id
  lastId = id
  return isOther
}

/** Loads the user of the token. An answer is ignored when the token has been replaced. */
export async function loadUser(): Promise<void> {
  const token = currentToken()
  if (token === null) return
  // Keep the known user while reloading, e.g. after a token was replaced or a payment passed.
  if (useUser.getState().user === null) useUser.setState({ state: 'loading' })
  const askedMs = Date.now()
  try {
    const user = await call('POST /user_info', { toast: false })
    if (currentToken() === null) return
    if (isDifferentUser(user)) return location.reload()
    const middleMs = (askedMs + Date.now()) / 2
    useUser.setState({ user, state: 'ready', skewMs: Date.parse(user.server_time) - middleMs })
  } catch (error) {
    if (currentToken() !== token || useUser.getState().user !== null) return
    useUser.setState({ state: error instanceof CallFailure ? 'failed' : 'none' })
  }
}

/** Follows the token: loads the user of every new token and clears it without one. */
export function followUser(): void {
  tokenStore.subscribe(({ token }, before) => {
    if (token === null) useUser.setState(LOGGED_OUT)
    else if (token !== before.token) void loadUser()
  })
  void loadUser()
}

/** Membership as the header shows it. */

/** End date of a membership, YYYY.MM.DD in local time; null: none, or expired. */
export function membershipUntil(expireTime: string | null, nowMs: number): string | null {
  const endMs = expireTime === null ? Number.NaN : Date.parse(expireTime)
  // The end itself is exclusive, as on the server.
  if (!(endMs > nowMs)) return null
  return formatDay(new Date(endMs).toISOString(), 'zh')
}

type MembershipState = 'none' | 'trial' | 'active' | 'expired'

/** State of a membership at a server time; the end is exclusive. */
export function membershipState(
  { expire_time: end, is_trial: isTrial }: Pick<User, 'expire_time' | 'is_trial'>,
  nowMs: number,
): MembershipState {
  if (end === null) return 'none'
  if (Date.parse(end) <= nowMs) return 'expired'
  return isTrial ? 'trial' : 'active'
}
