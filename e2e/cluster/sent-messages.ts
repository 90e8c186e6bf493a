/** A message of a market that a node sent to NATS. */
export interface SentMessage {
  readonly at: number
  readonly symbol: string
  readonly kind: string
  /** Of a revision. */
  readonly reason: string | null
  readonly lastSeq: number | null
  readonly watermark: number | null
}

const LINE_END = '\r\n'
const HEAD_BYTES = 5

/** Reads the messages about markets from the bytes that a node sends to a NATS server (one connection at a time). */
export class SentMessages {
  readonly list: SentMessage[] = []
  #rest: Buffer = Buffer.alloc(0)

  push(chunk: Buffer): void {
    // Every connection begins with CONNECT.
    if (chunk.subarray(0, 8).toString('latin1') === 'CONNECT ') this.#rest = Buffer.alloc(0)
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const end = this.#rest.indexOf(LINE_END)
      if (end === -1) return
      const line = this.#rest.subarray(0, end).toString('latin1')
      const [, subject, size] = /^PUB (\S+) (?:\S+ )?(\d+)$/.exec(line) ?? []
      const next = end + 2 + (size === undefined ? 0 : Number(size) + 2)
      if (this.#rest.length < next) return
      if (size !== undefined) this.#add(subject, this.#rest.subarray(end + 2, next - 2))
      this.#rest = this.#rest.subarray(next)
    }
  }

  #add(subject: string, payload: Buffer): void {
    const topic = decodeURIComponent(subject.slice(subject.indexOf('.') + 1))
    if (!topic.startsWith('tape:')) return
    const length = payload.readUInt32LE(1)
    const message = JSON.parse(payload.subarray(HEAD_BYTES, HEAD_BYTES + length).toString()) as {
      kind: string
      reason?: string
      lastSeq?: number
      seq?: number
      watermark?: number
    }
    const { kind, reason = null, watermark = null } = message
    const lastSeq = message.lastSeq ?? message.seq ?? null
    this.list.push({ at: Date.now(), symbol: topic.slice('tape:'.length), kind, reason, lastSeq, watermark })
  }
}
