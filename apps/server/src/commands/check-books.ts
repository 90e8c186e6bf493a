// npm run check-books: recomputes the invariants of payments, memberships and shares from the ledger.
import { checkBooksNow } from '../modules/books/plugin.ts'
import { createClock } from '../platform/clock/index.ts'
import { readEnv } from '../platform/env/index.ts'
import { EXIT_FAILED, print, runCommand, withDatabase } from './run-command.ts'

const USAGE = `npm run check-books

Prints "ok" (exit code 0), or what is wrong (exit code 1). Works while the server is running. Changes nothing except the
result shown in the admin overview.`

async function run(): Promise<number> {
  const env = readEnv(process.env)
  return withDatabase(
    { env, command: 'npm run check-books', poolSize: 2, lost: 'Run the command again.' },
    async (database) => {
      const { faults, orders, dividends, settlements } = await checkBooksNow(
        database.pool,
        createClock(env.testClock).now(),
      )
      for (const fault of faults) print(fault)
      print(
        `${faults.length === 0 ? 'ok' : `${faults.length} rules violated`}  orders ${orders}, dividends ${dividends}, settlements ${settlements}`,
      )
      return faults.length === 0 ? 0 : EXIT_FAILED
    },
  )
}

await runCommand({ usage: USAGE, failure: 'The check failed' }, run)
