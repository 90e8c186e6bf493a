import { Type } from 'typebox'
import type { Static } from 'typebox'
import { defineCall } from './define-call.ts'
import { Choice, IsoTime, Nullable } from '../schemas.ts'

/** GET /api/dev/outbox: mails that would have been sent, newest first. */
export const Outbox = Type.Object({
  list: Type.Array(
    Type.Object({
      id: Type.Integer(),
      to: Type.String(),
      template: Type.String(),
      language: Choice(['zh', 'en']),
      subject: Type.String(),
      text: Type.String(),
      html: Type.String(),
      created_at: IsoTime,
      links: Type.Array(Type.String()),
    }),
  ),
})
export type Outbox = Static<typeof Outbox>

/** POST /api/dev/clock */
const ClockBody = Type.Object({ offset_ms: Type.Integer({ minimum: -1e13, maximum: 1e13 }) })
type ClockBody = Static<typeof ClockBody>

export const ClockOffset = Type.Object({ offset_ms: Type.Integer(), now: IsoTime })

export const Ready = Type.Object({
  status: Type.Literal('ok'),
  replicas: Type.Optional(
    Type.Array(
      Type.Object({
        state: Choice(['ready', 'starting', 'unreachable', 'paused', 'behind', 'primary', 'foreign']),
        lag_ms: Nullable(Type.Integer({ minimum: 0 })),
      }),
      {
        description: 'the replicas of DATABASE_REPLICA_URL in their order; only those in the state ready are read from',
      },
    ),
  ),
})
export type Ready = Static<typeof Ready>
const Health = Type.Object({ status: Type.Literal('ok'), version: Type.String({ examples: ['0.1.0'] }) })

/** For balancers and monitoring. */
export const operationCalls = {
  health: defineCall('GET /health', {
    shed: 'never',
    who: 'P',
    isAnonymous: true,
    tag: 'operation',
    summary: 'The process is running, and which version',
    data: Health,
  }),
  ready: defineCall('GET /ready', {
    shed: 'never',
    who: 'P',
    isAnonymous: true,
    tag: 'operation',
    summary: 'The server can answer calls',
    data: Ready,
  }),
  metrics: defineCall('GET /metrics', { shed: 'never', who: 'M', tag: 'operation', summary: 'Metrics for Prometheus' }),
}

/** Not in production, and on loopback only. */
export const developmentCalls = {
  outbox: defineCall('GET /dev/outbox', {
    who: 'P',
    tag: 'development',
    summary: 'List mails that would have been sent',
    data: Outbox,
  }),
  clock: defineCall('POST /dev/clock', {
    who: 'P',
    tag: 'development',
    summary: "Set the offset of the server's clock (tests)",
    body: ClockBody,
    data: ClockOffset,
  }),
}
