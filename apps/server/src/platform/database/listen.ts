import type pg from 'pg'
import { delay } from '../async/index.ts'
import { dedicatedClient } from './dedicated-client.ts'

export interface ListenOptions {
  readonly url: string
  readonly channel: string
  readonly onNotification: (payload: string) => void
  /** Called when the connection is back: notifications sent while it was down are lost. */
  readonly onReconnect?: () => Promise<void>
  /** The database is unavailable; the connection is tried again. */
  readonly onFailure: (error: unknown) => void
}

export interface Listening {
  /** Resolves when the channel is subscribed for the first time, or when stopped. */
  readonly ready: Promise<void>
  stop(): Promise<void>
}

const RETRY_MS = 500

/** Receives the notifications of a channel on a dedicated connection, which is opened again when it is lost. */
export function listen({ url, channel, onNotification, onReconnect, onFailure }: ListenOptions): Listening {
  const stopping = new AbortController()
  const { signal } = stopping
  const ready = Promise.withResolvers<void>()
  let client: pg.Client | null = null

  async function run(): Promise<void> {
    for (let isFirst = true; !signal.aborted;) {
      const ended = Promise.withResolvers<void>()
      client = dedicatedClient(url)
      client.on('error', () => ended.resolve())
      client.on('end', () => ended.resolve())
      client.on('notification', ({ payload = '' }) => onNotification(payload))
      try {
        await client.connect()
        await client.query(`listen ${channel}`)
        if (!isFirst) await onReconnect?.()
        isFirst = false
        ready.resolve()
        await ended.promise
      } catch (error) {
        if (!signal.aborted) onFailure(error)
      }
      await client.end().catch(() => {})
      if (!signal.aborted) await delay(RETRY_MS, { signal })
    }
  }
  const running = run()
  return {
    ready: ready.promise,
    async stop() {
      stopping.abort()
      ready.resolve()
      await client?.end().catch(() => {})
      await running
    },
  }
}
