import { digestSweeps, lowerBoundTs, sliceTrades } from '@flowprint/orderflow'
import type { SweepDigest } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { joinChunks, listChunkRows, loadChunks } from './chunk-rows.ts'
import type { ChunkRow } from './chunk-rows.ts'
import type { DigestCache } from './digest-cache.ts'
import type { ReadBudget } from './read-budget.ts'
import { HOUR } from './tiers.ts'

/** Prints unpacked at once. */
const AT_ONCE = 400_000

/** An hour of the tape: the names of its rows, and how many prints they hold. */
export interface TapeHour {
  readonly t: number
  readonly prints: number
  readonly key: string
}

/** Hours with prints that begin in [fromHour, toHour], ascending. */
export async function listHours(client: PoolClient, instrumentId: number, fromHour: number, toHour: number): Promise<TapeHour[]> {
  const rows = await listChunkRows(client, instrumentId, fromHour, toHour)
  const hours = new Map<number, ChunkRow[]>()
  for (const row of rows) {
    const known = hours.get(row.hourTs)
    if (known === undefined) hours.set(row.hourTs, [row])
    else known.push(row)
  }
  return [...hours].map(([t, parts]) => ({
    t,
    prints: parts.reduce((sum, { trades }) => sum + trades, 0),
    key: `${instrumentId}/${t}/${parts.map(({ part }) => part).join(',')}`,
  }))
}

export interface DigestRequest {
  readonly instrumentId: number
  /** Ascending. */
  readonly hours: readonly TapeHour[]
  /** Prints before it only. */
  readonly before: number
  readonly keepAll: boolean
  readonly budget: ReadBudget | undefined
}

/** What each hour says about sweeps, in order; whole hours are remembered. */
export async function* readDigests(client: PoolClient, cache: DigestCache, request: DigestRequest): AsyncGenerator<SweepDigest> {
  const { hours, before, keepAll } = request
  const known = hours.map((hour) => (keepAll || hour.t + HOUR > before ? undefined : cache.get(hour.key)))
  for (let at = 0; at < hours.length; ) {
    const digest = known[at]
    if (digest !== undefined) {
      yield digest
      at += 1
      continue
    }
    let end = at
    let prints = 0
    while (end < hours.length && known[end] === undefined && (end === at || prints + hours[end].prints <= AT_ONCE)) prints += hours[end++].prints
    request.budget?.spend(prints)
    yield* makeDigests(client, cache, { ...request, hours: hours.slice(at, end) })
    at = end
    await nextTurn()
  }
}

async function* makeDigests(client: PoolClient, cache: DigestCache, request: DigestRequest): AsyncGenerator<SweepDigest> {
  const { instrumentId, hours, before, keepAll } = request
  const first = hours[0].t
  const last = hours[hours.length - 1].t
  const chunks = await loadChunks(client, instrumentId, { fromHour: first, toHour: last, fromTs: first, toTs: last + HOUR })
  const trades = joinChunks(chunks)
  const end = lowerBoundTs(trades, before)
  for (const { t, key } of hours) {
    const prints = sliceTrades(trades, lowerBoundTs(trades, t), Math.min(end, lowerBoundTs(trades, t + HOUR)))
    const digest = digestSweeps(prints, { keepAll })
    if (!keepAll && t + HOUR <= before) cache.set(key, digest)
    yield digest
  }
}
