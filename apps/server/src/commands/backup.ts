// npm run backup -- FILE: writes the database and the keys to one file, with or without a running server.
import { resolve } from 'node:path'
import { makeBackup, readSecrets } from '../platform/backup/index.ts'
import { createClock } from '../platform/clock/index.ts'
import { openDatabase } from '../platform/database/index.ts'
import { loadEnvFile, readEnv } from '../platform/env/index.ts'
import { StartError } from '../platform/errors/index.ts'

const USAGE = `npm run backup -- FILE

Writes a consistent snapshot of the whole database and the keys of DATA_DIR to FILE (compressed, mode 0600). Works while the
server is running, with the embedded PostgreSQL and with DATABASE_URL. FILE must not exist. It contains all secrets: protect
it like the server, and encrypt it before it leaves the machine.`

const EXIT_FAILED = 1
const EXIT_USAGE = 2

const writeLine = (line: string): void => void process.stderr.write(`${line}\n`)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function run(path: string): Promise<void> {
  const env = readEnv(process.env)
  // Does not migrate: the backup before an upgrade keeps the old schema.
  const database = await openDatabase({
    env,
    command: 'npm run backup',
    mode: 'share',
    writeLine,
    poolSize: 2,
    migrate: false,
    onLost: (reason) => {
      writeLine(`Lost the database connection: ${reason}. No backup was written.`)
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
    for (const name of removedParts) writeLine(`Removed ${name}, which a killed backup left.`)
    print(`${path}  ${tables} tables, ${rows} rows, ${(bytes / 1e6).toFixed(1)} MB`)
    if (env.appKeys.length > 0)
      writeLine(
        'The backup does not contain APP_KEY. Store it separately: without it authenticator secrets and webhooks cannot be decrypted.',
      )
  } finally {
    await database.close()
  }
}

const args = process.argv.slice(2)
const [file] = args
if (args.includes('--help')) {
  writeLine(USAGE)
} else if (args.length !== 1 || file.startsWith('-')) {
  writeLine(USAGE)
  process.exitCode = EXIT_USAGE
} else {
  try {
    loadEnvFile()
    // npm changes to the repository root; resolve relative paths against the caller's directory.
    await run(resolve(process.env.INIT_CWD ?? '.', file))
  } catch (error) {
    writeLine(
      error instanceof StartError
        ? error.message
        : `No backup was written: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    process.exitCode = EXIT_FAILED
  }
}
