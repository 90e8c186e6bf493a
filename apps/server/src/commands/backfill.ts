// npm run backfill -- --symbol S --days N: loads published history of venues into the tape, with or without a running
// server.
import { openVenueRest, UnreachableError } from '@flowprint/venues'
import {
  BACKFILL_USAGE,
  BackfillError,
  makeBackfillReporter,
  parseBackfillArguments,
  runBackfill,
  type BackfillArguments,
} from '../modules/market/backfill/index.ts'
import { UsageError } from '../modules/market/import/index.ts'
import { openStore } from '../modules/market/tape/index.ts'
import { createBus } from '../platform/bus/index.ts'
import { openDatabase } from '../platform/database/index.ts'
import { loadEnvFile, readEnv } from '../platform/env/index.ts'
import { StartError } from '../platform/errors/index.ts'

const EXIT_REFUSED = 1
const EXIT_USAGE = 2
const EXIT_STOPPED = 130

const writeLine = (line: string): void => void process.stderr.write(`${line}\n`)

async function run({ symbols, window, rest }: BackfillArguments): Promise<number> {
  const env = readEnv(process.env)
  const stop = stopOnSignal()
  const database = await openDatabase({
    env,
    command: 'npm run backfill',
    mode: 'share',
    writeLine,
    onLost: (reason) => {
      writeLine(
        `Lost the database connection: ${reason}. Committed trades are kept; run the command again to continue.`,
      )
      process.exit(EXIT_REFUSED)
    },
  })
  const reporter = makeBackfillReporter()
  const deps = {
    reporter,
    dataDir: env.dataDir,
    mirrors: env.archiveUrls,
    now: Date.now,
    signal: stop,
    openRest: rest ? (venue: string) => openVenueRest(venue, { attempts: 3 }) : null,
  }
  let failed = false
  try {
    const store = openStore({
      pool: database.pool,
      url: database.url,
      bus: createBus((error) => writeLine(String(error))),
    })
    for (const symbol of symbols) {
      if (stop.aborted) break
      const { summary, failures } = await runBackfill(symbol, window, { ...deps, store })
      reporter.done()
      process.stdout.write(`${JSON.stringify(summary)}\n`)
      failed ||= failures.length > 0
    }
    await store.close()
  } finally {
    reporter.done()
    await database.close()
  }
  return stop.aborted ? EXIT_STOPPED : failed ? EXIT_REFUSED : 0
}

/** The first Ctrl-C stops after the running batch, the second exits immediately. */
function stopOnSignal(): AbortSignal {
  const stop = new AbortController()
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(EXIT_STOPPED)
    writeLine('Stopping after the running batch; the next run continues from here.')
    stop.abort()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return stop.signal
}

try {
  if (process.argv.includes('--help')) {
    writeLine(BACKFILL_USAGE)
  } else {
    loadEnvFile()
    process.exitCode = await run(parseBackfillArguments(process.argv.slice(2), Date.now()))
  }
} catch (error) {
  if (error instanceof UsageError) writeLine(`${error.message}\n\n${BACKFILL_USAGE}`)
  else if (error instanceof StartError || error instanceof BackfillError || error instanceof UnreachableError)
    writeLine(error.message)
  else writeLine(`The backfill failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_REFUSED
}
