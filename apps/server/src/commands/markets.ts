// npm run markets -- list|add|remove|depth: which markets are followed live, and what is recorded of their order books; with or
// without a running server.
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
npm run markets -- depth levels BINANCE:LTCUSDT …  what is recorded of their order books: off, columns (default: quantity by
                                             time and price) or levels (every change as well, for two days). Also
                                             for new markets: add BINANCE:LTCUSDT --depth levels

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

async function setDepth(
  changes: MarketChanges,
  env: Env,
  symbols: readonly string[],
  depth: DepthMode | undefined,
): Promise<boolean> {
  const markets = followedMarkets(env.markets, await changes.load())
  let done = true
  for (const text of symbols) {
    const market = markets.find(({ symbol }) => symbol === text.toUpperCase())
    if (market === undefined) {
      const known = markets.map(({ symbol }) => symbol)
      const nearest = nearestTo(text.toUpperCase(), known, 5).join(', ') || '-'
      writeLine(`${text.toUpperCase()} is not followed. Nearest: ${nearest}`)
      done = false
      continue
    }
    await changes.save(market.symbol, market.followed, null, depth)
    print(`depth ${depth}  ${market.symbol}`)
  }
  return done
}

interface Words {
  readonly symbols: readonly string[]
  readonly depth: DepthMode | undefined
}

/** The words after the verb; null: incomplete. */
function readWords(verb: string, words: readonly string[]): Words | null {
  const at = words.indexOf('--depth')
  if (verb === 'depth') return withDepth(words[0], words.slice(1))
  if (verb === 'add' && at !== -1) return withDepth(words[at + 1], words.toSpliced(at, 2))
  return (verb === 'list') === (words.length === 0) && at === -1 ? { symbols: words, depth: undefined } : null
}

function withDepth(text: string | undefined, symbols: readonly string[]): Words | null {
  const depth = DEPTH_MODES.find((mode) => mode === text)
  return depth === undefined || symbols.length === 0 ? null : { symbols, depth }
}

async function run(argv: readonly string[]): Promise<number> {
  const [verb = '', ...rest] = argv
  const work: Work | undefined = { list, add, remove, depth: setDepth }[verb as 'list']
  const words = readWords(verb, rest)
  if (work === undefined || words === null) {
    writeLine(USAGE)
    return EXIT_USAGE
  }
  const env = readEnv(process.env)
  return withDatabase(
    { env, command: 'npm run markets', poolSize: 2, lost: 'Run the command again.' },
    async (database) => {
      return (await work(storedChanges(database.pool, createClock()), env, words.symbols, words.depth))
        ? 0
        : EXIT_FAILED
    },
  )
}

await runCommand({ usage: USAGE, failure: 'The list of markets could not be changed' }, run)
