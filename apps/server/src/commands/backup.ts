// npm run backup -- FILE: writes the database and the keys to one file, with or without a running server.
import { resolve } from 'node:path'
import { makeBackup, readSecrets } from '../platform/backup/index.ts'
import { createClock } from '../platform/clock/index.ts'
import { openDatabase } from '../platform/database/index.ts'
import { loadEnvFile, readEnv } from '../platform/env/index.ts'
import { StartError } from '../platform/errors/index.ts'

const USAGE = `npm run backup -- FILE

Writes the whole database, as it was at one moment, and the keys of DATA_DIR into FILE (mode 0600, packed). Works beside a
running server, with the embedded PostgreSQL and with DATABASE_URL. FILE must not exist. It holds everything there is to
steal: keep it as you keep the server, and encrypt it before it leaves the machine.`

const EXIT_FAILED = 1
const EXIT_USAGE = 2

const say = (line: string): void => void process.stderr.write(`${line}\n`)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function run(path: string): Promise<void> {
  const env = readEnv(process.env)
  // Does not migrate: the backup before an upgrade keeps the old schema.
  const database = await openDatabase({
    env,
    command: 'npm run backup',
    mode: 'share',
    say,
    poolSize: 2,
    migrate: false,
    onLost: (reason) => {
      say(`The database went away: ${reason}. There is no backup.`)
      process.exit(EXIT_FAILED)
    },
  })
  try {
    const { tables, rows, bytes, removedParts } = await makeBackup({
      pool: database.pool,
      path,
      secrets: readSecrets(env),
      now: createClock(env.testClock).now(),
    })
    for (const name of removedParts) say(`Removed ${name}, which a killed backup left.`)
    print(`${path}  ${tables} tables, ${rows} rows, ${(bytes / 1e6).toFixed(1)} MB`)
    if (env.appKeys.length > 0)
      say('APP_KEY is not in it: keep that apart, without it authenticator secrets and webhooks cannot be opened.')
  } finally {
    await database.close()
  }
}

const args = process.argv.slice(2)
const [file] = args
if (args.includes('--help')) {
  say(USAGE)
} else if (args.length !== 1 || file.startsWith('-')) {
  say(USAGE)
  process.exitCode = EXIT_USAGE
} else {
  try {
    loadEnvFile()
    // npm changes to the repository root; resolve relative paths against the caller's directory.
    await run(resolve(process.env.INIT_CWD ?? '.', file))
  } catch (error) {
    say(
      error instanceof StartError
        ? error.message
        : `There is no backup: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    process.exitCode = EXIT_FAILED
  }
}
