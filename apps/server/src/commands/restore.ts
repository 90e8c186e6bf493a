// npm run restore -- FILE: restores a backup into an empty database; --check only verifies the file.
import { resolve } from 'node:path'
import { renewTapes } from '../modules/market/tape/index.ts'
import { checkBackup, checkKeys, openBackup, restoreBackup, writeFiles } from '../platform/backup/index.ts'
import type { OpenBackup } from '../platform/backup/index.ts'
import { migrateDatabase, openDatabase } from '../platform/database/index.ts'
import { loadEnvFile, readEnv } from '../platform/env/index.ts'
import { StartError } from '../platform/errors/index.ts'

const USAGE = `npm run restore -- FILE [--lost-key]
npm run restore -- FILE --check

Restores a backup into an empty DATA_DIR, or into the empty database of DATABASE_URL, completely or not at all. A target
that is not empty is rejected. The server must not be running. --check verifies the checksum of the file and prints its
contents, without a database. --lost-key restores although APP_KEY differs from that of the backup: its encrypted values
stay unreadable.`

const EXIT_FAILED = 1
const EXIT_USAGE = 2

const writeLine = (line: string): void => void process.stderr.write(`${line}\n`)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

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
  const database = await openDatabase({
    env,
    command: 'npm run restore',
    mode: 'own',
    writeLine,
    poolSize: 2,
    migrate: false,
    onLost: (reason) => {
      writeLine(`Lost the database connection: ${reason}. Nothing was restored.`)
      process.exit(EXIT_FAILED)
    },
  })
  try {
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
    print(`restored  ${tables} tables, ${rows} rows, as they were at ${backup.header.madeAt}`)
    if (newer.length > 0) print(`migrated  ${newer.join(', ')}`)
  } finally {
    await database.close()
  }
}

const args = process.argv.slice(2)
const [file, option] = args
if (args.includes('--help')) {
  writeLine(USAGE)
} else if (
  args.length < 1 ||
  args.length > 2 ||
  file.startsWith('-') ||
  !['--check', '--lost-key', undefined].includes(option)
) {
  writeLine(USAGE)
  process.exitCode = EXIT_USAGE
} else {
  try {
    loadEnvFile()
    // npm changes to the repository root; resolve relative paths against the caller's directory.
    const path = resolve(process.env.INIT_CWD ?? '.', file)
    const backup = await openBackup(path)
    if (option === '--check') await check(backup, path)
    else await restore(backup, option === '--lost-key')
  } catch (error) {
    writeLine(
      error instanceof StartError
        ? error.message
        : `Nothing was restored: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    process.exitCode = EXIT_FAILED
  }
}
