import type { Pool } from 'pg'
import type { DepthMode } from '../../store/index.ts'

/** Of followed markets without a setting. */
export const DEFAULT_DEPTH_MODE: DepthMode = 'columns'

/** What is stored of the books of followed markets; recorders apply changes within seconds. */
export interface DepthModes {
  /** Settings by symbol; others have DEFAULT_DEPTH_MODE. */
  load(): Promise<ReadonlyMap<string, DepthMode>>
}

export function storedDepthModes(pool: Pool): DepthModes {
  return {
    async load() {
      const { rows } = await pool.query<{ symbol: string; depth: DepthMode }>(
        'select symbol, depth from followed_market',
      )
      return new Map(rows.map(({ symbol, depth }) => [symbol, depth]))
    },
  }
}
