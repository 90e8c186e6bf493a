import { Type } from 'typebox'
import { ClockBody, ClockOffset, Outbox } from '../development.ts'
import { defineCall } from './define-call.ts'

const State = Type.Object({ status: Type.Literal('ok') })
const Health = Type.Object({ status: Type.Literal('ok'), version: Type.String({ examples: ['0.1.0'] }) })

/** For balancers and monitoring. */
export const operationCalls = {
  health: defineCall('GET /health', {
    who: 'P',
    isAnonymous: true,
    tag: 'operation',
    summary: 'The process is running, and which version',
    data: Health,
  }),
  ready: defineCall('GET /ready', {
    who: 'P',
    isAnonymous: true,
    tag: 'operation',
    summary: 'The server can answer calls',
    data: State,
  }),
  metrics: defineCall('GET /metrics', { who: 'M', tag: 'operation', summary: 'Metrics for Prometheus' }),
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
