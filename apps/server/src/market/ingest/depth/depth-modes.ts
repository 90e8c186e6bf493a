import type { Pool } from 'pg'
import { recordAudit } from '../../../platform/audit/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import type { DepthMode } from '../../store/index.ts'

/** Of followed markets without a setting. */
export const DEFAULT_DEPTH_MODE: DepthMode = 'columns'

/** What is stored of the books of followed markets; recorders apply changes within seconds. */
export interface DepthModes {
  /** Settings by symbol; others have DEFAULT_DEPTH_MODE. */
  load(): Promise<ReadonlyMap<string, DepthMode>>
  /** Saves the setting and records it in the audit log. `isFollowed`: of a market without an operator's change. */
  save(symbol: string, mode: DepthMode, isFollowed: boolean): Promise<void>
}

export function storedDepthModes(pool: Pool, clock: Clock): DepthModes {
  return {
    async load() {
      const { rows } = await pool.query<{ symbol: string; depth: DepthMode }>(
        'select symbol, depth from followed_market',
      )
      return new Map(rows.map(({ symbol, depth }) => [symbol, depth]))
    },
    async save(symbol, mode, isFollowed) {
      await inTransaction(pool, async (client) => {
        const {
          rows: [before],
        } = await client.query<{ depth: DepthMode }>('select depth from followed_market where symbol = $1 for update', [
          symbol,
        ])
        await client.query(
          'insert into followed_market (symbol, enabled, depth) values ($1, $2, $3) on conflict (symbol) do update set depth = $3, changed_at = now()',
          [symbol, isFollowed, mode],
        )
        await recordAudit(client, {
          at: clock.now(),
          actorId: null,
          ipHash: null,
          action: 'save_market',
          objectType: 'market',
          objectId: symbol,
          before: before ?? null,
          after: { depth: mode },
        })
      })
    },
  }
}
