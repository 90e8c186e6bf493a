import { Type } from 'typebox'
import type { Static } from 'typebox'
import { MAX_WATCHED } from '../limits.ts'

export const STREAM_VERSION = 1
export const MAX_SYMBOLS = 8
/** Time to send `hello` before the connection is closed. */
export const HELLO_WITHIN_MS = 5000

const Name = Type.String({ minLength: 1, maxLength: 64 })

/** Messages from the client, by `op`. The first message must be `hello`. */
export const CLIENT_MESSAGES = {
  hello: Type.Object({
    op: Type.Literal('hello'),
    authorization: Type.Optional(Type.String({ maxLength: 4096 })),
    language: Type.Optional(Type.Unsafe<'zh' | 'en'>({ type: 'string', enum: ['zh', 'en'] })),
    version: Type.Literal(STREAM_VERSION),
  }),
  subscribe: Type.Object({
    op: Type.Literal('subscribe'),
    symbol: Name,
    /** The last_seq of the client's history; when absent the stream starts at the current state. */
    from_seq: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    tape: Type.Optional(Name),
  }),
  unsubscribe: Type.Object({ op: Type.Literal('unsubscribe'), symbol: Name }),
  watch: Type.Object({ op: Type.Literal('watch'), symbols: Type.Array(Name, { maxItems: MAX_WATCHED }) }),
  ping: Type.Object({ op: Type.Literal('ping') }),
} as const

export type ClientOp = keyof typeof CLIENT_MESSAGES
export type ClientMessage = { [K in ClientOp]: Static<(typeof CLIENT_MESSAGES)[K]> }[ClientOp]
export const CLIENT_OPS = Object.keys(CLIENT_MESSAGES) as ClientOp[]
