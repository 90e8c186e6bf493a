import { MINUTE_MS } from '@flowprint/orderflow'
import { NOTIFY_CHANNEL, ORIGIN } from './commit.ts'
import type { Commit } from './commit.ts'
import { addLogEntry } from '../rows/log-rows.ts'
import { ceilTo, floorTo } from '../tiers.ts'
import { INSTRUMENTS_TOPIC, tapeTopic } from '../../../platform/bus/index.ts'
import type { TapeEvent } from '../../../platform/bus/index.ts'
import { listen } from '../../../platform/database/index.ts'
import type { Listening } from '../../../platform/database/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { StoreContext } from '../store-context.ts'

/**
 * Logs and publishes one revision for the bars whose state changed with the gaps of this commit. Nothing is rebuilt:
 * states are computed on read (stream rule 4 covers both).
 */
export async function publishTouched(commit: Commit): Promise<void> {
  const { head, instrument, touched } = commit
  if (touched.length === 0 || head.lastTs === null) return
  // Bars exist only where there are trades.
  const newestTs = Math.min(head.lastTs, Math.max(...touched.map((span) => span.toTs)))
  const fromTs = floorTo(Math.min(...touched.map((span) => span.fromTs)), MINUTE_MS)
  const toTs = Math.max(fromTs + MINUTE_MS, ceilTo(newestTs + 1, MINUTE_MS))
  head.lastSeq += 1
  const seq = head.lastSeq
  const reason = 'repair'
  await addLogEntry(commit, {
    firstSeq: seq,
    lastSeq: seq,
    kind: 'revision',
    fromTs,
    toTs,
    newestTs,
    reason,
    watermark: null,
  })
  commit.events.push({ kind: 'revision', symbol: instrument.symbol, seq, from: fromTs, to: toTs, reason, newestTs })
}

/**
 * Listens for commits of other processes (such as an import) and publishes them on this process's bus. Notifications
 * are lost while the connection is down, so every follower then has to reload.
 */
export function startRelay(context: StoreContext, symbols: () => Promise<string[]>): Listening {
  return listen({
    url: context.url,
    channel: NOTIFY_CHANNEL,
    onNotification: (payload) => relay(context, payload),
    onReconnect: async () => resyncAll(context, await symbols()),
    onFailure: (error) =>
      context.writeLine(`The relay of other processes' commits waits for the database: ${messageOf(error)}`),
  })
}

function relay(context: StoreContext, payload: string): void {
  const { origin, event } = JSON.parse(payload) as { origin: string; event: TapeEvent }
  if (origin === ORIGIN) return
  context.bus.deliver(tapeTopic(event.symbol), event)
  context.bus.deliver(INSTRUMENTS_TOPIC, event.symbol)
}

function resyncAll(context: StoreContext, symbols: readonly string[]): void {
  for (const symbol of symbols)
    context.bus.deliver(tapeTopic(symbol), { kind: 'resync', symbol, reason: 'lost notifications' } satisfies TapeEvent)
}
