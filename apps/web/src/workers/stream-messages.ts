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

/** Parses a JSON message of the stream; null for unknown messages (a newer server may send more types). */
export function readServerMessage(text: string): ServerMessage | null {
  try {
    const message = JSON.parse(text) as { op?: unknown } | null
    return typeof message?.op === 'string' && OPS.has(message.op) ? (message as ServerMessage) : null
  } catch {
    return null
  }
}
