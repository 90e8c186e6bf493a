import { backoffMs } from '@flowprint/orderflow'
import { delay } from '../../../platform/async/index.ts'
import { readTransactionInfo } from './read-transaction.ts'
import type { Transaction } from './read-transaction.ts'

/** A node's answer about a transaction. */
export type NodeAnswer =
  | { readonly state: 'found'; readonly transaction: Transaction; readonly confirmed: boolean }
  | { readonly state: 'unknown_transaction' }
  | { readonly state: 'node_unreachable' | 'node_limited' | 'node_answer_unreadable' }

export interface TronNode {
  /** Never rejects: a network failure is returned as a state. `fresh` bypasses the cache. */
  ask(transactionId: string, fresh?: boolean): Promise<NodeAnswer>
}

export interface TronNodeOptions {
  /** Null disables lookups. */
  readonly url: string | null
  readonly key: string | null
  readonly now: () => number
  /** Timeout of one request. */
  readonly timeoutMs?: number
  /** Time limit for all requests of one `ask`. */
  readonly totalTimeoutMs?: number
}

const TIMEOUT_MS = 5_000
/** Below the 10 s timeout of pages, so that they receive the result. */
const TOTAL_TIMEOUT_MS = 8_000
/** Cache lifetime of answers, so that repeated clicks of a reviewer cause no requests. */
const CACHE_MS = 30_000
const MAX_CACHED = 500
/** Pause after a rate limit error. */
const PAUSE = { baseMs: 2_000, maxMs: 60_000 }
const MAX_ANSWER_BYTES = 256 * 1024
/** Only solidified transactions are confirmed; the other endpoint also returns unconfirmed ones. */
const SOLID = '/walletsolidity/gettransactioninfobyid'
const SEEN = '/wallet/gettransactioninfobyid'

/** Client for the HTTP interface of a TRON full node (docs/decisions/payment-check.md). */
export function createTronNode({
  url,
  key,
  now,
  timeoutMs = TIMEOUT_MS,
  totalTimeoutMs = TOTAL_TIMEOUT_MS,
}: TronNodeOptions): TronNode {
  const cache = new Map<string, { at: number; answer: NodeAnswer }>()
  let refusals = 0
  let pausedUntil = 0

  async function call(path: string, transactionId: string, deadline: AbortSignal): Promise<unknown> {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key === null ? {} : { 'TRON-PRO-API-KEY': key }),
      },
      body: JSON.stringify({ value: transactionId }),
      redirect: 'error',
      signal: AbortSignal.any([deadline, AbortSignal.timeout(timeoutMs)]),
    })
    if (response.status === 429 || response.status === 403) throw new NodeRefusal('node_limited')
    if (!response.ok) throw new NodeRefusal('node_unreachable')
    const text = await readText(response)
    try {
      return JSON.parse(text)
    } catch {
      throw new NodeRefusal('node_answer_unreadable')
    }
  }

  async function lookUp(transactionId: string, deadline: AbortSignal): Promise<NodeAnswer> {
    for (const [path, confirmed] of [
      [SOLID, true],
      [SEEN, false],
    ] as const) {
      const read = readTransactionInfo(await call(path, transactionId, deadline), transactionId)
      if (read === 'unreadable') return { state: 'node_answer_unreadable' }
      if (read !== 'unknown') return { state: 'found', transaction: read, confirmed }
    }
    return { state: 'unknown_transaction' }
  }

  async function ask(transactionId: string): Promise<NodeAnswer> {
    if (url === null) return { state: 'node_unreachable' }
    if (now() < pausedUntil) return { state: 'node_limited' }
    const deadline = AbortSignal.timeout(totalTimeoutMs)
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await lookUp(transactionId, deadline)
        refusals = 0
        return answer
      } catch (error) {
        const state = error instanceof NodeRefusal ? error.state : 'node_unreachable'
        if (state === 'node_limited') {
          pausedUntil = now() + backoffMs(++refusals, PAUSE)
          return { state }
        }
        // Retry a broken connection once, but not a timeout: a reviewer is waiting.
        if (state !== 'node_unreachable' || attempt > 0 || (error as Error).name === 'TimeoutError') return { state }
        await delay(200)
      }
    }
  }

  return {
    async ask(transactionId, fresh = false) {
      const known = cache.get(transactionId)
      if (!fresh && known !== undefined && now() - known.at < CACHE_MS) return known.answer
      const answer = await ask(transactionId)
      if (cache.size >= MAX_CACHED) cache.clear()
      if (answer.state === 'found' || answer.state === 'unknown_transaction')
        cache.set(transactionId, { at: now(), answer })
      return answer
    },
  }
}

/** Reads the body up to a size limit. */
async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > MAX_ANSWER_BYTES) throw new NodeRefusal('node_answer_unreadable')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

class NodeRefusal extends Error {
  readonly state: 'node_unreachable' | 'node_limited' | 'node_answer_unreadable'
  constructor(state: NodeRefusal['state']) {
    super(state)
    this.state = state
  }
}
