import { INSTRUMENTS_TOPIC, tapeTopic } from '../../../platform/bus/index.ts'
import type { TapeEvent } from '../../../platform/bus/index.ts'
import { listen } from '../../../platform/database/index.ts'
import type { Listening } from '../../../platform/database/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import { NOTIFY_CHANNEL, ORIGIN } from './commit.ts'
import type { StoreContext } from './store-context.ts'

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
  context.bus.publish(tapeTopic(event.symbol), event)
  context.bus.publish(INSTRUMENTS_TOPIC, event.symbol)
}

function resyncAll(context: StoreContext, symbols: readonly string[]): void {
  for (const symbol of symbols)
    context.bus.publish(tapeTopic(symbol), { kind: 'resync', symbol, reason: 'lost notifications' } satisfies TapeEvent)
}
