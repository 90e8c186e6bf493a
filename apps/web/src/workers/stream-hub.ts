import type { ClientMessage, ServerMessage } from '@flowprint/contract'
import {
  decodeDepthFrame,
  decodeFrame,
  type DepthFrame,
  filterTrades,
  type Frame,
  isDepthFrame,
  OrderflowError,
} from '@flowprint/orderflow'
import type { CallIdentity } from '../shared/http/request.ts'
import { type Channel, SharedSubscription, type Start, type Subscriber } from './shared-subscription.ts'

/** The part of MarketStream that a chart uses. */
export interface StreamPort {
  start(identity: CallIdentity): void
  reconnectNow(): void
  send(message: ClientMessage): void
}

/** A chart, as far as the stream is concerned. */
export interface StreamClient extends Subscriber {
  /** The stream is connected: subscribe. */
  ready(): void
  frame(frame: Frame): void
  depthFrame(frame: DepthFrame): void
}

const CHANNELS: readonly Channel[] = ['trades', 'depth', 'derivatives']

/**
 * One connection for all charts: merges their subscriptions to one per symbol and kind of data, decodes each frame
 * once, and passes it to the charts that have subscribed (docs/decisions/one-market-worker.md).
 */
export class StreamHub {
  readonly #stream: StreamPort
  readonly #clients = new Set<StreamClient>()
  readonly #subscriptions: Record<Channel, Map<string, SharedSubscription>> = {
    trades: new Map(),
    depth: new Map(),
    derivatives: new Map(),
  }
  /** While the charts subscribe again after a reconnect: each symbol once, when all have joined. */
  #isHeld = false

  constructor(stream: StreamPort) {
    this.#stream = stream
  }

  /** Adds a chart that uses the port it is created with. */
  add<Client extends StreamClient>(create: (port: StreamPort) => Client): Client {
    const stream = this.#stream
    const client: Client = create({
      start: (identity) => stream.start(identity),
      reconnectNow: () => stream.reconnectNow(),
      send: (message) => this.#send(client, message),
    })
    this.#clients.add(client)
    return client
  }

  /** Removes a chart that has unsubscribed. */
  remove(client: StreamClient): void {
    this.#clients.delete(client)
  }

  /** The stream is connected: the charts subscribe again, each symbol from its earliest position. */
  ready(): void {
    for (const channel of CHANNELS) this.#subscriptions[channel].clear()
    this.#isHeld = true
    try {
      for (const client of [...this.#clients]) client.ready()
    } finally {
      this.#isHeld = false
      for (const channel of CHANNELS)
        for (const subscription of this.#subscriptions[channel].values()) subscription.ask()
    }
  }

  frame(bytes: Uint8Array): void {
    const isDepth = isDepthFrame(bytes)
    try {
      if (isDepth) this.#passDepth(decodeDepthFrame(bytes))
      else this.#pass(decodeFrame(bytes))
    } catch (error) {
      if (!(error instanceof OrderflowError)) throw error
      // Treat an unreadable frame as missing: it is sent again.
      for (const subscription of this.#subscriptions[isDepth ? 'depth' : 'trades'].values()) subscription.ask()
    }
  }

  message(message: ServerMessage): void {
    switch (message.op) {
      case 'subscribed':
        return this.#find('trades', message.symbol)?.confirm(message)
      case 'depth_subscribed':
        return this.#find('depth', message.symbol)?.confirm(message)
      case 'derivatives_subscribed':
        return this.#find('derivatives', message.symbol)?.confirm(message)
      case 'resync':
        return this.#find('trades', message.symbol)?.resync(message)
      case 'depth_resync':
        return this.#find('depth', message.symbol)?.resync(message)
      case 'derivatives_resync':
        return this.#find('derivatives', message.symbol)?.resync(message)
      case 'status':
        return this.#find('trades', message.symbol)?.status(message)
      case 'depth_status':
        return this.#find('depth', message.symbol)?.status(message)
      case 'clock':
        return this.#find('trades', message.symbol)?.tell(message)
      case 'revision':
        return this.#find('trades', message.symbol)?.deliver(message.seq, (client) => client.message(message))
      case 'derivatives_status':
      case 'liquidations':
      case 'market_stat':
        return this.#find('derivatives', message.symbol)?.tell(message)
      case 'error':
        for (const channel of CHANNELS) {
          for (const subscription of this.#subscriptions[channel].values()) subscription.doubt()
        }
        for (const client of [...this.#clients]) client.message(message)
    }
  }

  #pass(frame: Frame): void {
    this.#find('trades', frame.symbol)?.deliver(frame.lastSeq, (client: StreamClient, after) =>
      client.frame(frameAfter(frame, after)),
    )
  }

  #passDepth(frame: DepthFrame): void {
    this.#find('depth', frame.symbol)?.deliver(frame.seq, (client: StreamClient) => client.depthFrame(frame))
  }

  #send(client: StreamClient, message: ClientMessage): void {
    switch (message.op) {
      case 'subscribe':
      case 'subscribe_depth':
        return this.#join(client, message.op === 'subscribe' ? 'trades' : 'depth', message.symbol, {
          fromSeq: message.from_seq,
          tape: message.tape,
        })
      case 'subscribe_derivatives':
        return this.#join(client, 'derivatives', message.symbol, {})
      case 'unsubscribe':
        return this.#leave(client, 'trades', message.symbol)
      case 'unsubscribe_depth':
        return this.#leave(client, 'depth', message.symbol)
      case 'unsubscribe_derivatives':
        return this.#leave(client, 'derivatives', message.symbol)
      default:
        return this.#stream.send(message)
    }
  }

  #join(client: StreamClient, channel: Channel, symbol: string, start: Start): void {
    const subscriptions = this.#subscriptions[channel]
    let subscription = subscriptions.get(symbol)
    if (!subscription) {
      subscription = new SharedSubscription(channel, symbol, (message) => this.#stream.send(message))
      subscriptions.set(symbol, subscription)
    }
    subscription.join(client, start, this.#isHeld)
  }

  #leave(client: StreamClient, channel: Channel, symbol: string): void {
    const subscription = this.#find(channel, symbol)
    subscription?.leave(client)
    if (subscription?.isUnused) this.#subscriptions[channel].delete(symbol)
  }

  #find(channel: Channel, symbol: string): SharedSubscription | undefined {
    return this.#subscriptions[channel].get(symbol)
  }
}

/** The part of a frame after log entry `seq`, which the chart has. */
function frameAfter(frame: Frame, seq: number): Frame {
  const { trades } = frame
  const seqs = trades.seq
  if (frame.firstSeq > seq || seqs === null) return frame
  const rest = filterTrades(
    trades,
    seqs.map((value) => (value > seq ? 1 : 0)),
  )
  return { ...frame, firstSeq: seq + 1, trades: rest }
}
