import { randomUUID } from 'node:crypto'
import type { Bus } from '../bus/index.ts'
import { messageOf } from '../errors/index.ts'
import type { Log } from '../log/index.ts'

/** How often a node sends its state, unless a test shortens it. */
const INTERVAL_MS = 1_000
/** A node that sent nothing for this many intervals is silent: stopped, frozen or disconnected. */
const SILENT_INTERVALS = 5
/** The whole state is sent in every nth interval, for nodes that missed a change. */
const FULL_INTERVALS = 5

/** What travels on the bus: `body` is absent in a heartbeat. */
interface Message<Body> {
  readonly node: string
  readonly body?: Body
  /** The node has left. */
  readonly isLast?: boolean
}

export interface Topic<Body> {
  /**
   * Called in every interval, for the message to the other nodes. null: only a heartbeat. undefined: no message.
   * `isFull`: the whole state is due, because of the time or because a node is new; otherwise changes are enough.
   */
  readonly collect: (isFull: boolean) => Body | null | undefined
  /** A message of another node. Absent: this node only sends. */
  readonly receive?: (node: string, body: Body) => void
  /** Another node left, or is silent. It may return. */
  readonly onLost?: (node: string, reason: 'left' | 'silent') => void
}

export interface Membership<Body> {
  /** Sends a change at once instead of with the next interval. Does nothing after `leave`. */
  send(body: Body): void
  /** Announces to the others that this node has left. */
  leave(): void
}

/**
 * State that the nodes of an installation exchange through the bus: each sends its own in every interval, and every
 * receiver combines what it received. Messages may be lost, so a topic must repeat what matters. Without a shared
 * bus nothing is collected or sent, and no timer runs.
 */
export class NodeExchange {
  readonly #bus: Bus
  readonly #log: Log
  readonly #intervalMs: number
  readonly #node = randomUUID()
  readonly #members = new Set<Member<unknown>>()
  #timer: NodeJS.Timeout | undefined

  constructor({ bus, log, intervalMs = INTERVAL_MS }: { bus: Bus; log: Log; intervalMs?: number | undefined }) {
    this.#bus = bus
    this.#log = log
    this.#intervalMs = intervalMs
  }

  /** False: this process is alone. */
  get isShared(): boolean {
    return this.#bus.isShared
  }

  join<Body>(name: string, topic: Topic<Body>): Membership<Body> {
    if (!this.isShared) return { send() {}, leave() {} }
    const member = new Member<Body>({ bus: this.#bus, log: this.#log, node: this.#node, name, topic })
    this.#members.add(member as Member<unknown>)
    this.#timer ??= setInterval(() => this.#tick(), this.#intervalMs).unref()
    return {
      send: (body) => {
        if (this.#members.has(member as Member<unknown>)) member.send(body)
      },
      leave: () => {
        if (this.#members.delete(member as Member<unknown>)) member.leave()
      },
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    for (const member of this.#members) member.leave()
    this.#members.clear()
  }

  #tick(): void {
    for (const member of this.#members) member.tick()
  }
}

interface MemberOptions<Body> {
  readonly bus: Bus
  readonly log: Log
  readonly node: string
  readonly name: string
  readonly topic: Topic<Body>
}

/** This node's part in one topic. */
class Member<Body> {
  readonly #options: MemberOptions<Body>
  /**
   * Intervals of this node since the last message of another. Counted, not timed: after a pause of this process, messages that
   * wait to be read must not make all others silent.
   */
  readonly #silence = new Map<string, number>()
  readonly #unsubscribe: () => void
  #intervals = 0
  /** A node is new: it needs the whole state. */
  #isFullDue = true
  #hasFailed = false

  constructor(options: MemberOptions<Body>) {
    this.#options = options
    const { bus, name, topic } = options
    this.#unsubscribe =
      topic.receive === undefined
        ? () => {}
        : bus.subscribe<Message<Body>>(topicOf(name), (message) => this.#receive(message))
  }

  tick(): void {
    for (const [node, intervals] of this.#silence) {
      if (intervals >= SILENT_INTERVALS) this.#lose(node, 'silent')
      else this.#silence.set(node, intervals + 1)
    }
    const isFull = this.#isFullDue || this.#intervals % FULL_INTERVALS === 0
    this.#intervals++
    this.#isFullDue = false
    const body = this.#options.topic.collect(isFull)
    if (body === null) this.#publish({})
    else if (body !== undefined) this.send(body)
  }

  send(body: Body): void {
    this.#publish({ body })
  }

  leave(): void {
    this.#unsubscribe()
    this.#publish({ isLast: true })
  }

  #receive({ node, body, isLast }: Message<Body>): void {
    const { node: self, topic } = this.#options
    if (node === self) return
    if (isLast === true) return this.#lose(node, 'left')
    if (!this.#silence.has(node)) this.#isFullDue = true
    this.#silence.set(node, 0)
    if (body !== undefined) topic.receive?.(node, body)
  }

  #lose(node: string, reason: 'left' | 'silent'): void {
    // A node that was silent may still leave.
    this.#silence.delete(node)
    this.#options.topic.onLost?.(node, reason)
  }

  /** A message that cannot be sent must end neither the interval nor the request that caused it. */
  #publish(message: Omit<Message<Body>, 'node'>): void {
    const { bus, log, node, name } = this.#options
    try {
      bus.publish(topicOf(name), { node, ...message })
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed)
        log.warn({ topic: name, error: messageOf(error) }, 'state cannot be sent to other nodes, will retry')
      this.#hasFailed = true
    }
  }
}

const topicOf = (name: string): string => `nodes:${name}`
