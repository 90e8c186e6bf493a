import { LANGUAGE_CODES, THEMES, usernameKey } from '@flowprint/contract'
import type { ResetLanguage, ResetName, ResetTheme } from '@flowprint/contract'
import { inTransaction } from '../../platform/database/index.ts'
import { codeOf } from '../../platform/errors/index.ts'
import { AppError } from '../../platform/http/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { isUsernameTaken, lockAccount, updateAccount } from './repository/account-rows.ts'
import type { SignedInRequester } from './requester.ts'
import { rotateToken } from './rotate-token.ts'
import { AccountForm, formError } from './rules/account-form.ts'

const UNIQUE_VIOLATION = '23505'
const INCOMPLETE = 'PROFILE_INCOMPLETE'
const usernameTaken = () => formError([{ field: 'username', error: 'USERNAME_TAKEN', params: {} }], INCOMPLETE)

/** Changes the username (if given) and the names; rotates the session token. */
export async function changeName(deps: AccountDeps, body: unknown, who: SignedInRequester): Promise<ResetName> {
  const form = new AccountForm(body)
  const given = form.username('username', { optional: true })
  const [firstName, lastName] = [form.name('first_name'), form.name('last_name')]
  form.refuse(INCOMPLETE)
  try {
    return await inTransaction(deps.pool, async (client) => {
      const now = deps.clock.now()
      const account = await lockAccount(client, who.accountId)
      if (account === null) throw new AppError('SESSION_EXPIRED')
      const username = given === '' ? account.username : given
      const key = usernameKey(username)
      if (key !== usernameKey(account.username) && (await isUsernameTaken(client, key, now))) throw usernameTaken()
      await updateAccount(client, account.id, {
        username,
        username_key: key,
        first_name: firstName,
        last_name: lastName,
      })
      const token = await rotateToken(client, deps.keys, who.sessionId, who.token, now)
      return { token, username, first_name: firstName, last_name: lastName }
    })
  } catch (error) {
    // Taken concurrently by another account.
    if (codeOf(error) === UNIQUE_VIOLATION) throw usernameTaken()
    throw error
  }
}

export async function changeTheme(deps: AccountDeps, body: unknown, who: SignedInRequester): Promise<ResetTheme> {
  const theme = readChoice(body, 'theme', THEMES)
  await updateAccount(deps.pool, who.accountId, { theme })
  return { theme }
}

export async function changeLanguage(deps: AccountDeps, body: unknown, who: SignedInRequester): Promise<ResetLanguage> {
  const language = readChoice(body, 'language', LANGUAGE_CODES)
  await updateAccount(deps.pool, who.accountId, { language })
  return { language }
}

function readChoice<const T extends readonly string[]>(body: unknown, field: string, choices: T): T[number] {
  const form = new AccountForm(body)
  const text = form.text(field, 64)
  if (text !== '' && !choices.includes(text)) form.fault(field, 'NOT_A_CHOICE', { allowed: choices.join(', ') })
  form.refuse(INCOMPLETE)
  return text as T[number]
}
