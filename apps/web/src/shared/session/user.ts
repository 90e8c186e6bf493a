/**
 * Who is signed in.
 *
 *   const user = useUser((state) => state.user)          null: a visitor, or not loaded yet
 *   const isAdmin = useUser(({ user }) => hasRole(user, 'admin'))
 *
 * Signing in and out stands in session.ts. `mergeUser` takes over what a call changed.
 */
import type { UserInfo } from '@flowprint/contract'
import { create } from 'zustand'
import { call } from '../http/call.ts'
import { CallFailure } from '../http/envelope.ts'
import { currentToken, tokenStore } from './token.ts'

export type User = UserInfo
export type Role = User['role'][number]

interface UserState {
  readonly user: User | null
  /** `failed`: the server could not say who this is (network, not a refusal); pages may ask again. */
  readonly state: 'none' | 'loading' | 'ready' | 'failed'
  /** Server's clock minus ours, ms: membership runs by the server's. */
  readonly skewMs: number
}

const LOGGED_OUT: UserState = { user: null, state: 'none', skewMs: 0 }

export const useUser = create<UserState>()(() => LOGGED_OUT)

export function hasRole(user: User | null, role: Role): boolean {
  // Who was an inviter and is still owed something keeps their page until it is paid.
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

/** Asks who the token belongs to. An answer for a token that is no longer ours is dropped. */
export async function loadUser(): Promise<void> {
  const token = currentToken()
  if (token === null) return
  // Who is known stays known while asking again (a token was replaced, a payment passed).
  if (useUser.getState().user === null) useUser.setState({ state: 'loading' })
  const askedMs = Date.now()
  try {
    const user = await call('POST /user_info', { say: false })
    if (currentToken() === null) return
    if (isDifferentUser(user)) return location.reload()
    const middleMs = (askedMs + Date.now()) / 2
    useUser.setState({ user, state: 'ready', skewMs: Date.parse(user.server_time) - middleMs })
  } catch (error) {
    if (currentToken() !== token || useUser.getState().user !== null) return
    useUser.setState({ state: error instanceof CallFailure ? 'failed' : 'none' })
  }
}

/** Keeps the user equal to the token from now on: loads with the first and with each new one, forgets without. */
export function followUser(): void {
  tokenStore.subscribe(({ token }, before) => {
    if (token === null) useUser.setState(LOGGED_OUT)
    else if (token !== before.token) void loadUser()
  })
  void loadUser()
}
