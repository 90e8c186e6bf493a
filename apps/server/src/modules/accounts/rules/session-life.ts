const HOUR = 3_600_000
const DAY = 24 * HOUR

/** An administrator's session ends sooner. */
const LIFE = {
  ordinary: { idle: 7 * DAY, absolute: 30 * DAY },
  admin: { idle: 2 * HOUR, absolute: 12 * HOUR },
} as const

/** How long a replaced token still works, for other tabs and calls under way. */
export const REPLACED_MS = 60_000
/** `last_seen_at` is written no more often. */
export const SEEN_EVERY_MS = 60_000

/** Unused for this long no session is alive, whoever's it is. */
export const LONGEST_IDLE_MS = LIFE.ordinary.idle

const lifeOf = (isAdmin: boolean) => (isAdmin ? LIFE.admin : LIFE.ordinary)

/** When a session that begins now ends, whatever happens; ms since the epoch. */
export const computeSessionEnd = (now: number, isAdmin: boolean): number => now + lifeOf(isAdmin).absolute

export interface SessionState {
  /** ms since the epoch. */
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly expiresAt: number
  /** Of the token shown: null = the one that counts, else it works until then. */
  readonly replacedUntil: number | null
  readonly isAdmin: boolean
}

/** A session that is unused for too long, or too old for what its owner is now, is over. */
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
