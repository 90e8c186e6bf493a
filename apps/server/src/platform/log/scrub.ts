const REMOVED = '[removed]'

/** Names of fields that hold secrets, in JSON and in JSON nested in strings. */
const FIELD =
  /(\\*"(?:\w*password|\w*token|authorization|otp|secret|recovery_codes?|cookie)\\*"\s*:\s*\\*")(?:[^"\\]|\\+[^"\\])*/gi
const IN_ADDRESS = /([?&](?:token|secret|code)=)[^&#"'\s\\]+/gi
const SESSION = /ofs_[\w-]{8,}/g
const PASSWORD_HASH = /\$argon2[a-z]*\$[^"\s\\]+/g
const USER_IN_ADDRESS = /(\b[a-z][a-z+.-]*:\/\/[^\s:/@"\\]*:)[^\s@"\\]+(?=@)/gi

/**
 * Removes secrets from a log line: session and link tokens, passwords and their hashes, authenticator secrets,
 * passwords in addresses. A last line of defence: none of these is logged on purpose.
 */
export function scrub(line: string): string {
  return line
    .replace(FIELD, `$1${REMOVED}`)
    .replace(IN_ADDRESS, `$1${REMOVED}`)
    .replace(SESSION, REMOVED)
    .replace(PASSWORD_HASH, REMOVED)
    .replace(USER_IN_ADDRESS, `$1${REMOVED}`)
}
