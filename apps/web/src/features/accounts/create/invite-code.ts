const NOBODY = 'direct'
const LONGEST = 64

/** The invite code of an address, or null where nobody invited. A code that cannot be one is none. */
export function inviteCodeOf(segment: string | undefined): string | null {
  const code = segment?.trim() ?? ''
  return code === '' || code === NOBODY || code.length > LONGEST ? null : code
}
