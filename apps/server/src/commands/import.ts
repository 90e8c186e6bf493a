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
} from '../market/ingest/index.ts'
import { openStore } from '../market/store/index.ts'
import { createBus } from '../platform/bus/index.ts'
import { readEnv } from '../platform/env/index.ts'
import { EXIT_FAILED, runCommand, withDatabase, writeLine } from './run-command.ts'

/** npm changes to the repository root; resolve file names against the caller's directory. */
function fromCaller(file: string): string {
  const caller = process.env.INIT_CWD
  return caller === undefined || caller === process.cwd() ? file : resolve(caller, file)
}

async function run({ files: named, settings }: ImportArguments): Promise<number> {
  const files = named.map(fromCaller)
  const reporter = makeReporter(files)
  const env = readEnv(process.env)
  const lost = 'Nothing of the current file was stored; run the command again.'
  try {
    return await withDatabase({ env, command: 'npm run import', lost }, async (database) => {
      const store = openStore({ pool: database.pool, bus: createBus((error) => writeLine(String(error))) })
      const { summary, failures } = await importFiles(retryingStore(store, reporter), files, settings, reporter)
      reporter.done()
      await store.close()
      process.stdout.write(`${JSON.stringify(summary)}\n`)
      return failures.length ? EXIT_FAILED : 0
    })
  } finally {
    reporter.done()
  }
}

await runCommand(
  { usage: USAGE, failure: 'The import failed', isUsageError: (error) => error instanceof UsageError },
  (args) => run(parseImportArguments([...args])),
)
