import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { INSTRUMENTS_TOPIC, tapeTopic } from '../../../platform/bus/index.ts'
import type { TapeEvent } from '../../../platform/bus/index.ts'
import { dedicatedClient } from '../../../platform/database/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import { NOTIFY_CHANNEL, ORIGIN } from './commit.ts'
import type { StoreContext } from './store-context.ts'

/**
 * Listens for commits of other processes (such as an import) and publishes them on this process's bus. Notifications
 * are lost while the connection is down, so every follower then has to reload.
 */
export function startRelay(
  context: StoreContext,
  symbols: () => Promise<string[]>,
): { ready: Promise<void>; stop(): Promise<void> } {
  let stopped = false
  let client: pg.Client | null = null
  let isReady: () => void = () => {}
  const ready = new Promise<void>((resolve) => (isReady = resolve))
  const run = async (): Promise<void> => {
    for (let first = true; !stopped;) {
      const ended = Promise.withResolvers<void>()
      client = dedicatedClient(context.url)
      client.on('error', () => ended.resolve())
      client.on('end', () => ended.resolve())
      client.on('notification', ({ payload }) => relay(context, payload))
      try {
        await client.connect()
        await client.query(`listen ${NOTIFY_CHANNEL}`)
        if (!first) await resyncAll(context, await symbols())
        first = false
        isReady()
        await ended.promise
      } catch (error) {
        if (!stopped)
          context.writeLine(`The relay of other processes' commits waits for the database: ${messageOf(error)}`)
      }
      await client.end().catch(() => {})
      if (!stopped) await sleep(500)
    }
  }
  const running = run()
  return {
    ready,
    async stop() {
      stopped = true
      isReady()
      await client?.end().catch(() => {})
      await running
    },
  }
}

function relay(context: StoreContext, payload: string | undefined): void {
  if (payload === undefined) return
  const { origin, event } = JSON.parse(payload) as { origin: string; event: TapeEvent }
  if (origin === ORIGIN) return
  context.bus.publish(tapeTopic(event.symbol), event)
  context.bus.publish(INSTRUMENTS_TOPIC, event.symbol)
}

async function resyncAll(context: StoreContext, symbols: readonly string[]): Promise<void> {
  for (const symbol of symbols)
    context.bus.publish(tapeTopic(symbol), { kind: 'resync', symbol, reason: 'lost notifications' } satisfies TapeEvent)
}
