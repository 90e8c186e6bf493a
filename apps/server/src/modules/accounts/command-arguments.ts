import { parseArgs } from 'node:util'

export const ADMIN_USAGE = `npm run admin -- create --email E [--username U] [--password-stdin]   create an administrator or promote an account
npm run admin -- grant-days --email E --days N [--remark TEXT]        grant days of membership
npm run admin -- disable-otp --email E                                disable a lost authenticator

Without --password-stdin a new administrator gets a random password, printed once. With it the password is the first line
of standard input (at least 12 characters).`

/** Invalid command line; printed together with the usage. */
export class AdminUsageError extends Error {
  override readonly name = 'AdminUsageError'
}

export type AdminArguments =
  | {
      readonly verb: 'create'
      readonly email: string
      readonly username: string | undefined
      readonly passwordStdin: boolean
    }
  | { readonly verb: 'grant-days'; readonly email: string; readonly days: number; readonly remark: string }
  | { readonly verb: 'disable-otp'; readonly email: string }

const OPTIONS = {
  email: { type: 'string' },
  username: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  days: { type: 'string' },
  remark: { type: 'string' },
} as const

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  create: ['email', 'username', 'password-stdin'],
  'grant-days': ['email', 'days', 'remark'],
  'disable-otp': ['email'],
}

const MAX_DAYS = 36_500

export function parseAdminArguments(argv: readonly string[]): AdminArguments {
  const { values, positionals } = parse(argv)
  const [verb, ...rest] = positionals
  const allowed = ALLOWED[verb ?? '']
  if (allowed === undefined) throw new AdminUsageError('say what to do: create, grant-days or disable-otp')
  if (rest.length > 0) throw new AdminUsageError(`${rest[0]} is one word too many`)
  const unexpected = Object.keys(values).find((name) => !allowed.includes(name))
  if (unexpected !== undefined) throw new AdminUsageError(`--${unexpected} does not belong to ${verb}`)
  const { email } = values
  if (email === undefined || email.trim() === '') throw new AdminUsageError('--email is missing')
  if (verb === 'create')
    return { verb, email, username: values.username, passwordStdin: values['password-stdin'] ?? false }
  if (verb === 'disable-otp') return { verb, email }
  const days = Number(values.days)
  if (values.days === undefined || !/^\d+$/.test(values.days) || days < 1 || days > MAX_DAYS) {
    throw new AdminUsageError(`--days must be a whole number from 1 to ${MAX_DAYS}`)
  }
  return { verb: 'grant-days', email, days, remark: values.remark ?? '' }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new AdminUsageError((error as Error).message)
  }
}
