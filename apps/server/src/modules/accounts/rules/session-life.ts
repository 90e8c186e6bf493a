import { HOUR_MS, DAY_MS } from '@flowprint/orderflow'

/** Administrators' sessions are shorter. */
const LIFE = {
  ordinary: { idle: 7 * DAY_MS, absolute: 30 * DAY_MS },
  admin: { idle: 2 * HOUR_MS, absolute: 12 * HOUR_MS },
} as const

/** How long a replaced token stays valid, for other tabs and requests in flight. */
export const REPLACED_MS = 60_000
/** Minimum interval between writes of `last_seen_at`. */
export const LAST_SEEN_INTERVAL_MS = 60_000

/** Any session unused for this long has expired. */
export const MAX_IDLE_MS = LIFE.ordinary.idle

const lifeOf = (isAdmin: boolean) => (isAdmin ? LIFE.admin : LIFE.ordinary)

/** Absolute end of a session that starts now; ms since the epoch. */
export const computeSessionEnd = (now: number, isAdmin: boolean): number => now + lifeOf(isAdmin).absolute

export interface SessionState {
  /** ms since the epoch. */
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly expiresAt: number
  /** Of the token that was sent: null if it is current, else the end of its validity. */
  readonly replacedUntil: number | null
  readonly isAdmin: boolean
}

/** Whether a session is neither idle for too long nor too old for the owner's current role. */
export function isSessionAlive(
  { createdAt, lastSeenAt, expiresAt, replacedUntil, isAdmin }: SessionState,
  now: number,
): boolean {
  const { idle, absolute } = lifeOf(isAdmin)
  return (
    now < expiresAt &&
    now < createdAt + absolute &&
    now < lastSeenAt + idle &&
    (replacedUntil === null || now < replacedUntil)
  )
}
