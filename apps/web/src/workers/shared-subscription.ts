import type { ClientMessage, ServerMessage, ServerMessages } from '@flowprint/contract'

/** Receives what a subscription delivers. */
export interface Subscriber {
  message(message: ServerMessage): void
}

type Confirmation = ServerMessages['subscribed' | 'depth_subscribed' | 'derivatives_subscribed']
type Status = ServerMessages['status' | 'depth_status']
type Resync = ServerMessages['resync' | 'depth_resync' | 'derivatives_resync']

/** What a subscriber has already; absent: it starts at the current state. */
export interface Start {
  readonly fromSeq?: number | undefined
  readonly tape?: string | undefined
}

interface Member {
  /** The last entry delivered; null: starts at the current state. */
  seq: number | null
  readonly tape: string | undefined
  /** Until the server has confirmed a subscription that includes everything after `seq`. */
  isWaiting: boolean
}

export type Channel = 'trades' | 'depth' | 'derivatives'
const OPS = {
  trades: ['subscribe', 'unsubscribe', 'resync'],
  depth: ['subscribe_depth', 'unsubscribe_depth', 'depth_resync'],
  derivatives: ['subscribe_derivatives', 'unsubscribe_derivatives', 'derivatives_resync'],
} as const

/**
 * One subscription of the connection, used by any number of charts: each gets exactly the entries after its own
 * history. When a chart lacks entries that were sent before, the server sends them again (a new subscription replaces
 * the old one), and the other charts skip them.
 */
export class SharedSubscription {
  readonly #channel: Channel
  readonly #symbol: string
  readonly #send: (message: ClientMessage) => void
  readonly #members = new Map<Subscriber, Member>()
  /** Where the subscriptions begin that the server has not answered. */
  #asked: (number | null)[] = []
  /** The server refused something, perhaps one of these. */
  #isUnsure = false
  /** Everything after this entry is delivered; null: not subscribed. */
  #seq: number | null = null
  #confirmation: Confirmation | null = null
  #status: Status | null = null

  constructor(channel: Channel, symbol: string, send: (message: ClientMessage) => void) {
    this.#channel = channel
    this.#symbol = symbol
    this.#send = send
  }

  get isUnused(): boolean {
    return this.#members.size === 0
  }

  /** `isHeld`: the caller calls `ask` when all have joined. */
  join(subscriber: Subscriber, { fromSeq, tape }: Start, isHeld: boolean): void {
    const isRepeated = this.#members.get(subscriber)?.isWaiting === true
    const member: Member = { seq: fromSeq ?? null, tape, isWaiting: true }
    this.#members.set(subscriber, member)
    if (isHeld) return
    if (this.#asked.length > 0) {
      // The answer tells whether this one needs another subscription. A repeated request means that none came.
      if (isRepeated || this.#isUnsure) this.ask()
    } else if (this.#includes(member)) this.#confirmNow(subscriber, member)
    else this.ask()
  }

  leave(subscriber: Subscriber): void {
    this.#members.delete(subscriber)
    if (!this.isUnused) return
    this.#reset()
    this.#send({ op: OPS[this.#channel][1], symbol: this.#symbol })
  }

  /** Subscribes from the earliest entry that anyone lacks. */
  ask(): void {
    if (this.isUnused) return
    const members = [...this.#members.values()]
    // Positions in another tape do not count; its readers reload when the server has confirmed this one.
    const tape = members.findLast(({ isWaiting }) => isWaiting)?.tape ?? members.at(-1)?.tape
    const known = members.flatMap((member) => (member.seq !== null && member.tape === tape ? [member.seq] : []))
    const fromSeq = known.length > 0 ? Math.min(...known) : undefined
    this.#asked.push(fromSeq ?? null)
    this.#isUnsure = false
    // Derivatives data have no position: the server's answer names the newest one.
    const start = { ...(fromSeq === undefined ? {} : { from_seq: fromSeq }), ...(tape === undefined ? {} : { tape }) }
    this.#send({ op: OPS[this.#channel][0], symbol: this.#symbol, ...start })
  }

  /** The server refused a message without saying which. */
  doubt(): void {
    this.#isUnsure = this.#asked.length > 0
  }

  confirm(message: Confirmation): void {
    // Ended by a resync since.
    if (this.#asked.length === 0) return
    // When several are unanswered, this may be any of them: only what all of them include is certain.
    const from = Math.max(...this.#asked.map((seq) => seq ?? message.last_seq))
    this.#asked = []
    this.#isUnsure = false
    this.#seq = from
    this.#confirmation = message
    for (const [subscriber, member] of this.#current()) {
      if (member.tape !== undefined && member.tape !== message.tape) {
        this.#members.delete(subscriber)
        subscriber.message({ op: OPS[this.#channel][2], symbol: this.#symbol, reason: 'tape' })
      } else if (member.isWaiting && (member.seq === null || member.seq >= from)) {
        member.seq ??= message.last_seq
        member.isWaiting = false
        subscriber.message(message)
      }
    }
    if (this.#asked.length === 0 && [...this.#members.values()].some(({ isWaiting }) => isWaiting)) this.ask()
  }

  /** The server ended the subscription: everyone reloads and joins again. */
  resync(message: Resync): void {
    const members = [...this.#members.keys()]
    this.#reset()
    for (const subscriber of members) subscriber.message(message)
  }

  status(message: Status): void {
    this.#status = message
    this.tell(message)
  }

  /** Passes on a message without a position. */
  tell(message: ServerMessage): void {
    for (const [subscriber, member] of this.#current()) if (!member.isWaiting) subscriber.message(message)
  }

  /** Passes on entries up to `lastSeq`; `deliver` gets the last entry that the subscriber already has. */
  deliver<One extends Subscriber>(lastSeq: number, deliver: (subscriber: One, after: number) => void): void {
    if (this.#seq !== null) this.#seq = Math.max(this.#seq, lastSeq)
    for (const [subscriber, member] of this.#current()) {
      const after = member.seq ?? lastSeq
      if (member.isWaiting || lastSeq <= after) continue
      member.seq = lastSeq
      deliver(subscriber as One, after)
    }
  }

  #includes({ seq, tape }: Member): boolean {
    // Every new reader of derivatives data needs the newest values, which come with the server's answer.
    if (this.#channel === 'derivatives' || this.#seq === null || !this.#confirmation) return false
    return (tape === undefined || tape === this.#confirmation.tape) && (seq === null || seq >= this.#seq)
  }

  #confirmNow(subscriber: Subscriber, member: Member): void {
    const seq = this.#seq ?? 0
    member.seq ??= seq
    member.isWaiting = false
    if (this.#confirmation) subscriber.message({ ...this.#confirmation, last_seq: Math.max(seq, member.seq) })
    if (this.#status && this.#members.get(subscriber) === member) subscriber.message(this.#status)
  }

  #reset(): void {
    this.#members.clear()
    this.#asked = []
    this.#isUnsure = false
    this.#seq = null
    this.#confirmation = null
    this.#status = null
  }

  /** The members of now, as long as they neither leave nor join again meanwhile. */
  *#current(): Generator<[Subscriber, Member]> {
    for (const entry of [...this.#members]) if (this.#members.get(entry[0]) === entry[1]) yield entry
  }
}
