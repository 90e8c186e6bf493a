import type { Pool } from 'pg'
import { recordAudit } from '../../../platform/audit/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { inTransaction } from '../../../platform/database/index.ts'

/**
 * Followed when MARKETS is not set: the most traded pairs, on venues that serve most countries, so that a pair blocked
 * in one region is available from another venue.
 */
export const DEFAULT_MARKETS: readonly string[] = [
  'BINANCE:BTCUSDT',
  'BINANCE:ETHUSDT',
  'BINANCE:SOLUSDT',
  'BINANCE:BTCUSDT.P',
  'BINANCE:ETHUSDT.P',
  'OKX:BTCUSDT',
  'OKX:BTCUSDT.P',
  'BYBIT:BTCUSDT.P',
  'BYBIT:ETHUSDT.P',
  'COINBASE:BTCUSD',
  'KRAKEN:BTCUSD',
  'HYPERLIQUID:BTCUSDC.P',
]

/** An operator's change to a symbol at runtime; overrides MARKETS. */
export interface MarketChange {
  readonly symbol: string
  readonly enabled: boolean
}

/** A symbol and why it is followed, or why it is not although MARKETS contains it. */
export interface FollowedMarket {
  readonly symbol: string
  readonly followed: boolean
  /** env: MARKETS or the built-in list. operator: added or removed by command or call. */
  readonly by: 'env' | 'operator'
}

/** The administrator who makes a change, and the reason. */
export interface ChangeAuthor {
  readonly accountId: number
  readonly ipHash: Buffer
  readonly remark: string
}

/** Changes made by operators; processes that follow markets apply them within seconds. */
export interface MarketChanges {
  load(): Promise<MarketChange[]>
  /** Saves the change and records it in the audit log. `by`: null for a command on the machine. */
  save(symbol: string, enabled: boolean, by: ChangeAuthor | null): Promise<void>
}

export function storedChanges(pool: Pool, clock: Clock): MarketChanges {
  return {
    async load() {
      const { rows } = await pool.query<MarketChange>('select symbol, enabled from followed_market order by symbol')
      return rows
    },
    async save(symbol, enabled, by) {
      await inTransaction(pool, async (client) => {
        const {
          rows: [before],
        } = await client.query<{ enabled: boolean }>(
          'select enabled from followed_market where symbol = $1 for update',
          [symbol],
        )
        await client.query(
          'insert into followed_market (symbol, enabled) values ($1, $2) on conflict (symbol) do update set enabled = $2, changed_at = now()',
          [symbol, enabled],
        )
        await recordAudit(client, {
          at: clock.now(),
          actorId: by?.accountId ?? null,
          ipHash: by?.ipHash ?? null,
          action: 'save_market',
          objectType: 'market',
          objectId: symbol,
          before: before ?? null,
          after: { enabled, ...(by === null ? {} : { remark: by.remark }) },
        })
      })
    },
  }
}

/** `configured`: MARKETS, null = the built-in list. Ascending by symbol; simulated markets have their own feed. */
export function followedMarkets(
  configured: readonly string[] | null,
  changes: readonly MarketChange[],
): FollowedMarket[] {
  const markets = new Map<string, FollowedMarket>()
  for (const symbol of configured ?? DEFAULT_MARKETS) markets.set(symbol, { symbol, followed: true, by: 'env' })
  for (const { symbol, enabled } of changes) {
    if (enabled && markets.has(symbol)) continue
    markets.set(symbol, { symbol, followed: enabled, by: 'operator' })
  }
  return [...markets.values()]
    .filter(({ symbol }) => !symbol.startsWith('DEMO:'))
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
}

export const venueOf = (symbol: string): string => symbol.slice(0, symbol.indexOf(':'))
