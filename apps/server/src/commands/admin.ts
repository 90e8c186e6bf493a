// npm run admin -- create|grant-days|disable-otp|reset-key: actions for the operator of the machine, who needs no administrator
// account.
import { createInterface } from 'node:readline'
import {
  ADMIN_USAGE,
  AdminUsageError,
  CommandError,
  createAdmin,
  createPasswordHasher,
  disableOtpOf,
  resetKeyOf,
  grantDaysTo,
  parseAdminArguments,
} from '../modules/accounts/index.ts'
import type { AdminArguments, CommandDeps } from '../modules/accounts/index.ts'
import { createClock } from '../platform/clock/index.ts'
import { readEnv } from '../platform/env/index.ts'
import { print, runCommand, withDatabase } from './run-command.ts'

/** First line of standard input; '' if it is empty. */
async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

async function act(deps: CommandDeps, given: AdminArguments, password: string | undefined): Promise<void> {
  if (given.verb === 'create') {
    const { email, username } = given
    const made = await createAdmin(deps, {
      email,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
    })
    print(
      made.isNew ? `administrator  ${made.email}` : `${made.email} is an administrator now; its sessions have ended`,
    )
    if (made.password !== null) print(`password       ${made.password}`)
  } else if (given.verb === 'grant-days') {
    const expireTime = await grantDaysTo(deps, given.email, given.days, given.remark)
    print(`${given.email} is a member until ${new Date(expireTime).toISOString()}`)
  } else if (given.verb === 'disable-otp') {
    await disableOtpOf(deps, given.email)
    print(`${given.email} logs in without an authenticator; its sessions have ended`)
  } else {
    await resetKeyOf(deps)
    print('the next start may use another APP_KEY; what was encrypted with the former one stays unreadable')
  }
}

async function run(given: AdminArguments): Promise<void> {
  const env = readEnv(process.env)
  const password = given.verb === 'create' && given.passwordStdin ? await readLine() : undefined
  if (password === '') throw new CommandError('No password on standard input')
  return withDatabase({ env, command: 'npm run admin', lost: 'Nothing was changed.' }, async (database) => {
    await act(
      {
        pool: database.pool,
        clock: createClock(env.testClock),
        hasher: createPasswordHasher(),
        policy: env,
        ...(env.defaultLanguage === 'auto' ? {} : { language: env.defaultLanguage }),
      },
      given,
      password,
    )
  })
}

await runCommand(
  {
    usage: ADMIN_USAGE,
    failure: 'The command failed',
    isUsageError: (error) => error instanceof AdminUsageError,
    isRefusal: (error) => error instanceof CommandError,
  },
  async (args) => {
    await run(parseAdminArguments(args))
    return 0
  },
)
