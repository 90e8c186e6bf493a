// npm run check-books: recomputes the invariants of payments, memberships and shares from the ledger.
import { checkBooksNow } from '../modules/books/index.ts'
import { createClock } from '../platform/clock/index.ts'
import { openDatabase } from '../platform/database/index.ts'
import { loadEnvFile, readEnv } from '../platform/env/index.ts'
import { StartError } from '../platform/errors/index.ts'

const USAGE = `npm run check-books

Prints "ok" (exit code 0), or what is wrong (exit code 1). Works while the server is running. Changes nothing except the
result shown in the admin overview.`

const EXIT_WRONG = 1

const writeLine = (line: string): void => void process.stderr.write(`${line}\n`)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function run(): Promise<boolean> {
  const env = readEnv(process.env)
  const database = await openDatabase({
    env,
    command: 'npm run check-books',
    mode: 'share',
    writeLine,
    poolSize: 2,
    onLost: (reason) => {
      writeLine(`Lost the database connection: ${reason}. Run the command again.`)
      process.exit(EXIT_WRONG)
    },
  })
  try {
    const { faults, orders, dividends, settlements } = await checkBooksNow(
      database.pool,
      createClock(env.testClock).now(),
    )
    for (const fault of faults) print(fault)
    print(
      `${faults.length === 0 ? 'ok' : `${faults.length} rules violated`}  orders ${orders}, dividends ${dividends}, settlements ${settlements}`,
    )
    return faults.length === 0
  } finally {
    await database.close()
  }
}

try {
  if (process.argv.includes('--help')) {
    writeLine(USAGE)
  } else {
    loadEnvFile()
    process.exitCode = (await run()) ? 0 : EXIT_WRONG
  }
} catch (error) {
  writeLine(
    error instanceof StartError
      ? error.message
      : `The check failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  )
  process.exitCode = EXIT_WRONG
}
