// npm run import -- FILE… --symbol BINANCE:LTCUSDT: imports archive files into the tape, with or without a running
// server.
import { resolve } from 'node:path'
import {
  importFiles,
  makeReporter,
  parseImportArguments,
  retryingStore,
  USAGE,
  UsageError,
  type ImportArguments,
} from '../modules/market/import/index.ts'
import { openStore } from '../modules/market/tape/index.ts'
import { createBus } from '../platform/bus/index.ts'
import { openDatabase } from '../platform/database/index.ts'
import { readEnv } from '../platform/env/index.ts'
import { StartError } from '../platform/errors/index.ts'

const EXIT_REFUSED = 1
const EXIT_USAGE = 2

const writeLine = (line: string) => void process.stderr.write(`${line}\n`)

/** npm changes to the repository root; resolve file names against the caller's directory. */
function fromCaller(file: string): string {
  const caller = process.env.INIT_CWD
  return caller === undefined || caller === process.cwd() ? file : resolve(caller, file)
}

async function run({ files: named, settings }: ImportArguments): Promise<number> {
  const files = named.map(fromCaller)
  const database = await openDatabase({
    env: readEnv(process.env),
    command: 'npm run import',
    mode: 'share',
    writeLine,
    onLost: (reason) => {
      writeLine(
        `Lost the database connection: ${reason}. Nothing of the current file was stored; run the command again.`,
      )
      process.exit(EXIT_REFUSED)
    },
  })
  const reporter = makeReporter(files)
  try {
    const store = openStore({ pool: database.pool, bus: createBus((error) => writeLine(String(error))) })
    const { summary, failures } = await importFiles(retryingStore(store, reporter), files, settings, reporter)
    reporter.done()
    await store.close()
    process.stdout.write(`${JSON.stringify(summary)}\n`)
    return failures.length ? EXIT_REFUSED : 0
  } finally {
    reporter.done()
    await database.close()
  }
}

try {
  process.exitCode = process.argv.includes('--help')
    ? (writeLine(USAGE), 0)
    : await run(parseImportArguments(process.argv.slice(2)))
} catch (error) {
  if (error instanceof UsageError) writeLine(`${error.message}\n\n${USAGE}`)
  else if (error instanceof StartError) writeLine(error.message)
  else writeLine(`The import failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_REFUSED
}
