import { connect } from '@nats-io/transport-node'
import type { ConnectionOptions, Msg, NatsConnection, Subscription } from '@nats-io/transport-node'
import { delay, withTimeout } from '../async/index.ts'
import { messageOf } from '../errors/index.ts'
import type { Log } from '../log/index.ts'
import { createBus, isKnownEvent, resyncOf } from './bus.ts'
import type { Bus } from './bus.ts'
import { decodeMessage, encodeMessage, subjectOf } from './wire.ts'

export interface NatsBusOptions {
  /** Servers of one cluster: `nats://user:password@host:port`, all with the same account; `tls:` requires TLS. */
  readonly servers: readonly string[]
  /** Separates the installations that share a NATS cluster: the first token of every subject. Asked again when it fails. */
  readonly prefix: () => Promise<string>
  /** Shown in the connection list of the NATS server. */
  readonly name: string
  readonly log: Log
  /** How often markets are read from the database while NATS is unreachable; default 1,000 ms. */
  readonly pollMs?: number
}

/** Messages beyond this size that the server has not confirmed are dropped: the log in the database has them. */
const MAX_UNCONFIRMED_BYTES = 32 * 1024 * 1024
const DEFAULT_PORT = 4222
const RECONNECT_MS = 500
const PING_MS = 2_000
const DRAIN_MS = 1_000
const POLL_MS = 1_000

/**
 * The client takes hosts and ports only: it ignores the account in an address, and connects without TLS whatever the
 * scheme, if the server allows it.
 */
export function connectionOptions(urls: readonly string[]): ConnectionOptions {
  const addresses = urls.map((url) => new URL(url))
  const [user, pass] = [addresses[0].username, addresses[0].password].map(decodeURIComponent)
  return {
    servers: addresses.map(({ hostname, port }) => `${hostname}:${port || DEFAULT_PORT}`),
    // As other clients read an address: a name without a password is a token.
    ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
    ...(addresses.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  }
}

/**
 * Connects the buses of all nodes. A message is delivered to this process at once and sent to the others once, as the
 * same bytes for every subscriber. NATS may lose messages: after a connection loss every subscribed market receives
 * `resync`, and while NATS is unreachable it receives one each second, so that readers follow the log in the database.
 * Messages that this version cannot read count as lost: their markets receive `resync` each second. Returns without
 * waiting for NATS.
 */
export function connectNatsBus({ servers, prefix: loadPrefix, name, log, pollMs = POLL_MS }: NatsBusOptions): Bus {
  const local = createBus((error, topic) => log.error({ err: error, topic }, 'a bus subscriber failed'))
  const topics = new Map<string, { listeners: number; remote: Subscription | null }>()
  const stopping = new AbortController()
  let connection: NatsConnection | null = null
  let prefix = ''
  let isConnected = false
  let dropped = 0
  let unconfirmedBytes = 0

  const subscribeRemote = (topic: string): Subscription | null =>
    connection?.subscribe(subjectOf(prefix, topic), {
      callback: (error, message) => {
        if (error !== null) return
        receive(topic, message)
      },
    }) ?? null

  /** Topics of messages that are not readable, since the last poll. */
  const unreadable = new Set<string>()
  let unreadableCount = 0
  let wasUnreadable = false

  const receive = (topic: string, message: Msg): void => {
    const received = read(topic, message.data)
    if (received !== null) return local.deliver(topic, received.message)
    unreadable.add(topic)
    unreadableCount++
  }

  /** Nodes of another version send these with every trade: one line at the start, and one read per second. */
  const replaceUnreadable = (): void => {
    const topics = [...unreadable]
    unreadable.clear()
    if (topics.length > 0 && !wasUnreadable)
      log.warn(
        { topics: topics.slice(0, 5) },
        'messages of other nodes are not readable, their version is another: their markets are read from the database each second',
      )
    wasUnreadable = topics.length > 0
    for (const topic of topics) {
      const event = resyncOf(topic, 'unreadable message')
      if (event !== null) local.deliver(topic, event)
    }
  }

  const setConnected = (connected: boolean, server = ''): void => {
    if (connected === isConnected) return
    isConnected = connected
    if (connected) log.info({ server, dropped }, 'connected to NATS')
    else log.warn('the connection to NATS was lost: live data is read from the database until it returns')
    if (connected) local.resync('reconnected')
  }

  const run = async (): Promise<void> => {
    let reported = ''
    while (!stopping.signal.aborted) {
      try {
        prefix = await loadPrefix()
        connection = await connect({
          ...connectionOptions(servers),
          name,
          // Subscribers of this process have the message already.
          noEcho: true,
          maxReconnectAttempts: -1,
          // Servers of a cluster may get a new password one after the other.
          ignoreAuthErrorAbort: true,
          reconnectTimeWait: RECONNECT_MS,
          reconnectJitter: RECONNECT_MS,
          pingInterval: PING_MS,
          maxPingOut: 2,
          timeout: 5_000,
        })
        break
      } catch (error) {
        const reason = messageOf(error)
        if (reason !== reported)
          log.warn({ err: reason }, 'NATS is unreachable: live data of other nodes is read from the database')
        reported = reason
        await delay(2 * RECONNECT_MS, { signal: stopping.signal })
      }
    }
    if (connection === null || stopping.signal.aborted) return void (await connection?.close())
    for (const [topic, entry] of topics) entry.remote = subscribeRemote(topic)
    setConnected(true, connection.getServer())
    for await (const status of connection.status()) {
      if (status.type === 'disconnect' || status.type === 'staleConnection') setConnected(false)
      else if (status.type === 'reconnect') setConnected(true, status.server)
      else if (status.type === 'error') log.warn({ err: status.error }, 'NATS reported an error')
    }
  }
  const running = run()
  /** A flush is answered once the server has read everything sent before it. */
  const confirm = async (): Promise<void> => {
    const sent = unconfirmedBytes
    await connection?.flush().catch(() => undefined)
    unconfirmedBytes -= sent
  }
  let confirming: Promise<void> | null = null
  const timer = setInterval(() => {
    if (!isConnected) return local.resync('NATS is unreachable')
    replaceUnreadable()
    confirming ??= confirm().finally(() => (confirming = null))
  }, pollMs)

  return {
    isShared: true,
    get isConnected() {
      return isConnected
    },
    deliver: local.deliver,
    resync: local.resync,
    get unreadableCount() {
      return unreadableCount
    },
    queue: () => ({ queue: 'bus', size: unconfirmedBytes, bound: MAX_UNCONFIRMED_BYTES, overflows: dropped }),
    publish(topic, message) {
      local.deliver(topic, message)
      if (connection === null || !isConnected || unconfirmedBytes > MAX_UNCONFIRMED_BYTES) {
        dropped++
        return
      }
      const bytes = encodeMessage(message)
      try {
        connection.publish(subjectOf(prefix, topic), bytes)
        unconfirmedBytes += bytes.length
      } catch (error) {
        // Larger than the server accepts, or just disconnected: readers notice the gap and read the log.
        dropped++
        log.warn({ err: messageOf(error), topic, bytes: bytes.length }, 'a message could not be sent to other nodes')
      }
    },
    subscribe(topic, listener) {
      let entry = topics.get(topic)
      if (entry === undefined) topics.set(topic, (entry = { listeners: 0, remote: subscribeRemote(topic) }))
      entry.listeners++
      const unsubscribe = local.subscribe(topic, listener)
      let isSubscribed = true
      return () => {
        if (!isSubscribed) return
        isSubscribed = false
        unsubscribe()
        const current = topics.get(topic)
        if (current === undefined || --current.listeners > 0) return
        current.remote?.unsubscribe()
        topics.delete(topic)
      }
    },
    async close() {
      stopping.abort()
      clearInterval(timer)
      // Draining waits for the server's answer, however long it is away.
      await withTimeout(connection?.drain().catch(() => {}) ?? Promise.resolve(), DRAIN_MS, () => {})
      await connection?.close()
      await running
    },
  }
}

/** null: of another version of the encoding, or an event of a market that this version does not know. */
function read(topic: string, bytes: Uint8Array): { readonly message: unknown } | null {
  try {
    const message = decodeMessage(bytes)
    return isKnownEvent(topic, message) ? { message } : null
  } catch {
    return null
  }
}
