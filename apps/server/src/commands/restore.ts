// npm run restore -- FILE: restores a backup into an empty database; --check only verifies the file.
import { resolve } from 'node:path'
import { renewTapes } from '../market/store/index.ts'
import { checkBackup, checkKeys, openBackup, restoreBackup, writeFiles } from '../platform/backup/index.ts'
import type { OpenBackup } from '../platform/backup/index.ts'
import { migrateDatabase } from '../platform/database/index.ts'
import { readEnv } from '../platform/env/index.ts'
import { resetKey } from '../platform/keys/index.ts'
import { EXIT_USAGE, print, runCommand, withDatabase, writeLine } from './run-command.ts'

const USAGE = `npm run restore -- FILE [--lost-key]
npm run restore -- FILE --check

Restores a backup into an empty DATA_DIR, or into the empty database of DATABASE_URL, completely or not at all. A target
that is not empty is rejected. The server must not be running. --check verifies the checksum of the file and prints its
contents, without a database. --lost-key restores although APP_KEY differs from that of the backup: its encrypted values
stay unreadable.`

async function check(backup: OpenBackup, path: string): Promise<void> {
  const { madeAt, postgres, migrations, files } = backup.header
  const { tables, rows } = await checkBackup(backup)
  print(
    `${path} is whole: of ${madeAt}, ${tables} tables, ${rows} rows, ${migrations.length} migrations, PostgreSQL ${postgres}`,
  )
  print(`files of DATA_DIR: ${Object.keys(files).join(', ') || 'none'}`)
}

async function restore(backup: OpenBackup, lostKey: boolean): Promise<void> {
  const env = readEnv(process.env)
  if (!lostKey) checkKeys(backup.header, env)
  return withDatabase(
    { env, command: 'npm run restore', mode: 'own', poolSize: 2, migrate: false, lost: 'Nothing was restored.' },
    async (database) => {
      const { tables, rows } = await restoreBackup({
        pool: database.pool,
        backup,
        // Write the keys before the commit: without them the next start would create new ones that cannot open the data.
        finish: async (client) => {
          await renewTapes(client)
          if (!lostKey) writeFiles(backup.header.files, env.dataDir)
        },
      })
      const newer = await migrateDatabase(database.pool)
      if (lostKey) await resetKey(database.pool)
      print(`restored  ${tables} tables, ${rows} rows, as they were at ${backup.header.madeAt}`)
      if (newer.length > 0) print(`migrated  ${newer.join(', ')}`)
    },
  )
}

await runCommand({ usage: USAGE, failure: 'Nothing was restored' }, async (args) => {
  const [file, option] = args
  const isKnown = ['--check', '--lost-key', undefined].includes(option)
  if (args.length < 1 || args.length > 2 || file.startsWith('-') || !isKnown) {
    writeLine(USAGE)
    return EXIT_USAGE
  }
  // npm changes to the repository root; resolve relative paths against the caller's directory.
  const path = resolve(process.env.INIT_CWD ?? '.', file)
  const backup = await openBackup(path)
  if (option === '--check') await check(backup, path)
  else await restore(backup, option === '--lost-key')
  return 0
})
