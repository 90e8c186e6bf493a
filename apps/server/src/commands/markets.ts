// npm run markets -- list|add|remove|depth: which markets are followed live, and what is stored of their order books; with or
// without a running server.
import { openVenueRest } from '@flowprint/venues'
import {
  checkMarket,
  DEFAULT_DEPTH_MODE,
  followedMarkets,
  storedChanges,
  storedDepthModes,
} from '../market/ingest/index.ts'
import type { DepthModes, MarketChanges } from '../market/ingest/index.ts'
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
npm run markets -- depth levels BINANCE:LTCUSDT …  what is stored of their order books: off, columns (default: quantity by time
                                             and price) or levels (every change as well, for two days)

A running server applies changes within seconds. Changes override MARKETS and survive a restart.`

interface Settings {
  readonly changes: MarketChanges
  readonly modes: DepthModes
}
type Work = (settings: Settings, env: Env, words: readonly string[]) => Promise<boolean>

async function list({ changes, modes }: Settings, env: Env): Promise<boolean> {
  const markets = followedMarkets(env.markets, await changes.load())
  const depth = await modes.load()
  for (const { symbol, followed, by } of markets)
    print(
      `${followed ? 'followed' : 'removed '}  ${symbol}  depth ${depth.get(symbol) ?? DEFAULT_DEPTH_MODE}${by === 'operator' ? '  (changed by an operator)' : ''}`,
    )
  if (markets.length === 0) writeLine('No market is followed live.')
  return true
}

async function add({ changes }: Settings, env: Env, symbols: readonly string[]): Promise<boolean> {
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
    await changes.save(check.symbol, true, null)
    print(`followed  ${check.symbol}`)
  }
  return done
}

async function remove({ changes }: Settings, env: Env, symbols: readonly string[]): Promise<boolean> {
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

async function setDepth({ changes, modes }: Settings, env: Env, words: readonly string[]): Promise<boolean> {
  const [mode, ...symbols] = words
  const markets = followedMarkets(env.markets, await changes.load())
  let done = true
  for (const text of symbols) {
    const market = markets.find(({ symbol }) => symbol === text.toUpperCase())
    if (market === undefined) {
      const known = markets.map(({ symbol }) => symbol)
      writeLine(
        `${text.toUpperCase()} is not followed. Nearest: ${nearestTo(text.toUpperCase(), known, 5).join(', ') || '-'}`,
      )
      done = false
      continue
    }
    await modes.save(market.symbol, mode as DepthMode, market.followed)
    print(`depth ${mode.padEnd(7)}  ${market.symbol}`)
  }
  return done
}

/** Whether the words after the verb are complete. */
function isComplete(verb: string, words: readonly string[]): boolean {
  if (verb === 'list') return words.length === 0
  if (verb === 'depth') return words.length > 1 && (DEPTH_MODES as readonly string[]).includes(words[0])
  return words.length > 0
}

async function run(argv: readonly string[]): Promise<number> {
  const [verb, ...words] = argv
  const work: Work | undefined = { list, add, remove, depth: setDepth }[verb as 'list']
  if (work === undefined || !isComplete(verb, words)) {
    writeLine(USAGE)
    return EXIT_USAGE
  }
  const env = readEnv(process.env)
  return withDatabase(
    { env, command: 'npm run markets', poolSize: 2, lost: 'Run the command again.' },
    async (database) => {
      const clock = createClock()
      const settings = { changes: storedChanges(database.pool, clock), modes: storedDepthModes(database.pool, clock) }
      return (await work(settings, env, words)) ? 0 : EXIT_FAILED
    },
  )
}

await runCommand({ usage: USAGE, failure: 'The list of markets could not be changed' }, run)
