// npm run backup -- FILE: writes the database and the keys to one file, with or without a running server.
import { resolve } from 'node:path'
import { makeBackup, readSecrets } from '../platform/backup/index.ts'
import { createClock } from '../platform/clock/index.ts'
import { readEnv } from '../platform/env/index.ts'
import { EXIT_USAGE, print, runCommand, withDatabase, writeLine } from './run-command.ts'

const USAGE = `npm run backup -- FILE

Writes a consistent snapshot of the whole database and the keys of DATA_DIR to FILE (compressed, mode 0600). Works while the
server is running, with the embedded PostgreSQL and with DATABASE_URL. FILE must not exist. It contains all secrets: protect
it like the server, and encrypt it before it leaves the machine.`

async function run(path: string): Promise<void> {
  const env = readEnv(process.env)
  // Does not migrate: the backup before an upgrade keeps the old schema.
  return withDatabase(
    { env, command: 'npm run backup', poolSize: 2, migrate: false, lost: 'No backup was written.' },
    async (database) => {
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
    },
  )
}

await runCommand({ usage: USAGE, failure: 'No backup was written' }, async (args) => {
  const [file] = args
  if (args.length !== 1 || file.startsWith('-')) {
    writeLine(USAGE)
    return EXIT_USAGE
  }
  // npm changes to the repository root; resolve relative paths against the caller's directory.
  await run(resolve(process.env.INIT_CWD ?? '.', file))
  return 0
})
