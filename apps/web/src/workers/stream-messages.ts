import type { ServerMessage, ServerOp } from '@flowprint/contract'

const OPS: ReadonlySet<string> = new Set<ServerOp>([
  'welcome',
  'subscribed',
  'unsubscribed',
  'status',
  'clock',
  'revision',
  'resync',
  'summary',
  'alert',
  'error',
  'pong',
])

/** A JSON message of the stream, or null for anything that is none (a newer server may say more than we know). */
export function readServerMessage(text: string): ServerMessage | null {
  try {
    const message = JSON.parse(text) as { op?: unknown } | null
    return typeof message?.op === 'string' && OPS.has(message.op) ? (message as ServerMessage) : null
  } catch {
    return null
  }
}
