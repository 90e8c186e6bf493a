// npm run markets -- list|add|remove: which markets are followed live, with or without a running server.
import { openVenueRest } from '@flowprint/venues'
import { checkMarket, followedMarkets, storedChanges } from '../market/ingest/index.ts'
import type { MarketChanges } from '../market/ingest/index.ts'
import { DEPTH_MODES } from '../market/store/index.ts'
import type { DepthMode } from '../market/store/index.ts'
import { nearestTo } from '../market/text.ts'
import { createClock } from '../platform/clock/index.ts'
import { readEnv } from '../platform/env/index.ts'
import type { Env } from '../platform/env/index.ts'
import { EXIT_FAILED, EXIT_USAGE, print, runCommand, withDatabase, writeLine } from './run-command.ts'

const USAGE = `npm run markets -- list                     list the followed markets
npm run markets -- add BINANCE:LTCUSDT …     follow these markets
npm run markets -- remove BINANCE:LTCUSDT …  stop following these markets (stored trades are kept)

add --depth off|columns|levels  what is recorded of the order book: nothing, resting quantity over time, or every change too

A running server applies changes within seconds. Changes override MARKETS and survive a restart.`

type Work = (
  changes: MarketChanges,
  env: Env,
  symbols: readonly string[],
  depth: DepthMode | undefined,
) => Promise<boolean>

async function list(changes: MarketChanges, env: Env): Promise<boolean> {
  const markets = followedMarkets(env.markets, await changes.load())
  for (const { symbol, followed, by, depth } of markets)
    print(
      `${followed ? 'followed' : 'removed '}  ${symbol}  depth ${depth}${by === 'operator' ? '  (changed by an operator)' : ''}`,
    )
  if (markets.length === 0) writeLine('No market is followed live.')
  return true
}

async function add(
  changes: MarketChanges,
  env: Env,
  symbols: readonly string[],
  depth: DepthMode | undefined,
): Promise<boolean> {
  let done = true
  for (const text of symbols) {
    const check = await checkMarket(text, { openRest: openVenueRest, listed: () => null, urls: env.venueUrls })
    if (check.kind === 'unlisted') {
      writeLine(`There is no symbol ${check.symbol}. Nearest: ${check.nearest.join(', ') || '-'}`)
      done = false
      continue
    }
    if (check.kind === 'unchecked')
      writeLine(
        `${check.symbol} could not be checked (${check.why}); it is followed once its exchange answers and lists it`,
      )
    await changes.save(check.symbol, true, null, depth)
    print(`followed  ${check.symbol}${depth === undefined ? '' : `  depth ${depth}`}`)
  }
  return done
}

async function remove(changes: MarketChanges, env: Env, symbols: readonly string[]): Promise<boolean> {
  const known = followedMarkets(env.markets, await changes.load()).map(({ symbol }) => symbol)
  let done = true
  for (const text of symbols) {
    const symbol = text.toUpperCase()
    if (known.includes(symbol)) {
      await changes.save(symbol, false, null)
      print(`removed   ${symbol}`)
      continue
    }
    writeLine(`${symbol} is not followed. Nearest: ${nearestTo(symbol, known, 5).join(', ') || '-'}`)
    done = false
  }
  return done
}

async function run(argv: readonly string[]): Promise<number> {
  const [verb, ...rest] = argv
  const at = rest.indexOf('--depth')
  const symbols = at === -1 ? rest : rest.toSpliced(at, 2)
  const depth = at === -1 ? undefined : DEPTH_MODES.find((mode) => mode === rest[at + 1])
  const isWrongDepth = at !== -1 && (verb !== 'add' || depth === undefined)
  const work: Work | undefined = { list, add, remove }[verb as 'list']
  if (work === undefined || (verb === 'list') !== (symbols.length === 0) || isWrongDepth) {
    writeLine(USAGE)
    return EXIT_USAGE
  }
  const env = readEnv(process.env)
  return withDatabase(
    { env, command: 'npm run markets', poolSize: 2, lost: 'Run the command again.' },
    async (database) => {
      return (await work(storedChanges(database.pool, createClock()), env, symbols, depth)) ? 0 : EXIT_FAILED
    },
  )
}

await runCommand({ usage: USAGE, failure: 'The list of markets could not be changed' }, run)
