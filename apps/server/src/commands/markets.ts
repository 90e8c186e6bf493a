// npm run markets -- list|add|remove: which markets are followed live, with or without a running server.
import { openVenueRest } from '@flowprint/venues'
import { checkMarket } from '../modules/market/feed/check-market.ts'
import { followedMarkets, storedChanges } from '../modules/market/feed/followed-markets.ts'
import type { MarketChanges } from '../modules/market/feed/followed-markets.ts'
import { nearestTo } from '../modules/market/rules/nearest.ts'
import { createClock } from '../platform/clock/index.ts'
import { openDatabase } from '../platform/database/index.ts'
import { loadEnvFile, readEnv } from '../platform/env/index.ts'
import type { Env } from '../platform/env/index.ts'
import { StartError } from '../platform/errors/index.ts'

const USAGE = `npm run markets -- list                     what is followed live
npm run markets -- add BINANCE:LTCUSDT …     follow these too
npm run markets -- remove BINANCE:LTCUSDT …  follow these no more (what is stored stays)

A running server follows a change within seconds. Changes win over MARKETS and outlive a restart.`

const EXIT_REFUSED = 1
const EXIT_USAGE = 2

const say = (line: string): void => void process.stderr.write(`${line}\n`)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

type Work = (changes: MarketChanges, env: Env, symbols: readonly string[]) => Promise<boolean>

async function list(changes: MarketChanges, env: Env): Promise<boolean> {
  const markets = followedMarkets(env.markets, await changes.load())
  for (const { symbol, followed, by } of markets)
    print(`${followed ? 'followed' : 'removed '}  ${symbol}${by === 'operator' ? '  (changed by an operator)' : ''}`)
  if (markets.length === 0) say('No market is followed live.')
  return true
}

async function add(changes: MarketChanges, env: Env, symbols: readonly string[]): Promise<boolean> {
  let done = true
  for (const text of symbols) {
    const check = await checkMarket(text, { openRest: openVenueRest, listed: () => null, urls: env.venueUrls })
    if (check.kind === 'unlisted') {
      say(`There is no symbol ${check.symbol}. Nearest: ${check.nearest.join(', ') || '-'}`)
      done = false
      continue
    }
    if (check.kind === 'unchecked')
      say(`${check.symbol} could not be checked (${check.why}); it is followed once its exchange answers and lists it`)
    await changes.save(check.symbol, true, null)
    print(`followed  ${check.symbol}`)
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
    say(`${symbol} is not followed. Nearest: ${nearestTo(symbol, known, 5).join(', ') || '-'}`)
    done = false
  }
  return done
}

async function run(argv: readonly string[]): Promise<number> {
  const [verb, ...symbols] = argv
  const work: Work | undefined = { list, add, remove }[verb as 'list']
  if (work === undefined || (verb === 'list') !== (symbols.length === 0)) {
    say(USAGE)
    return EXIT_USAGE
  }
  loadEnvFile()
  const env = readEnv(process.env)
  const database = await openDatabase({
    env,
    command: 'npm run markets',
    mode: 'share',
    say,
    poolSize: 2,
    onLost: (reason) => {
      say(`The database went away: ${reason}. Run the command again.`)
      process.exit(EXIT_REFUSED)
    },
  })
  try {
    return (await work(storedChanges(database.pool, createClock()), env, symbols)) ? 0 : EXIT_REFUSED
  } finally {
    await database.close()
  }
}

try {
  const argv = process.argv.slice(2)
  process.exitCode = argv.includes('--help') ? (say(USAGE), 0) : await run(argv)
} catch (error) {
  if (error instanceof StartError) say(error.message)
  else
    say(
      `The list of markets could not be changed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
  process.exitCode = EXIT_REFUSED
}
