// npm run backfill -- --symbol S --days N: loads published history of venues into the tape, with or without a running
// server.
import { openVenueRest, UnreachableError } from '@flowprint/venues'
import {
  BACKFILL_USAGE,
  BackfillError,
  makeBackfillReporter,
  parseBackfillArguments,
  runBackfill,
  UsageError,
  type BackfillArguments,
} from '../market/ingest/index.ts'
import { openStore } from '../market/store/index.ts'
import { createBus } from '../platform/bus/index.ts'
import { readEnv } from '../platform/env/index.ts'
import { EXIT_FAILED, runCommand, withDatabase, writeLine } from './run-command.ts'

const EXIT_STOPPED = 130

async function run({ symbols, window, rest }: BackfillArguments): Promise<number> {
  const env = readEnv(process.env)
  const stop = stopOnSignal()
  const reporter = makeBackfillReporter()
  const deps = {
    reporter,
    dataDir: env.dataDir,
    mirrors: env.archiveUrls,
    now: Date.now,
    signal: stop,
    openRest: rest ? (venue: string) => openVenueRest(venue, { attempts: 3 }) : null,
  }
  const lost = 'Committed trades are kept; run the command again to continue.'
  let failed = false
  try {
    await withDatabase({ env, command: 'npm run backfill', lost }, async ({ pool, url }) => {
      const store = openStore({ pool, url, bus: createBus((error) => writeLine(String(error))) })
      for (const symbol of symbols) {
        if (stop.aborted) break
        const { summary, failures } = await runBackfill(symbol, window, { ...deps, store })
        reporter.done()
        process.stdout.write(`${JSON.stringify(summary)}\n`)
        failed ||= failures.length > 0
      }
      await store.close()
    })
  } finally {
    reporter.done()
  }
  return stop.aborted ? EXIT_STOPPED : failed ? EXIT_FAILED : 0
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

await runCommand(
  {
    usage: BACKFILL_USAGE,
    failure: 'The backfill failed',
    isUsageError: (error) => error instanceof UsageError,
    isRefusal: (error) => error instanceof BackfillError || error instanceof UnreachableError,
  },
  (args) => run(parseBackfillArguments([...args], Date.now())),
)
