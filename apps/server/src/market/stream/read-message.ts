import { CLIENT_MESSAGES, CLIENT_OPS } from '@flowprint/contract'
import type { ClientMessage, ClientOp } from '@flowprint/contract'
import { Compile } from 'typebox/compile'
import type { Validator } from 'typebox/compile'
import { AppError, type Fault } from '../../platform/http/index.ts'
import { schemaFaults } from '../../platform/http/index.ts'

const CHECKS = Object.fromEntries(CLIENT_OPS.map((op) => [op, Compile(CLIENT_MESSAGES[op])])) as unknown as Record<
  ClientOp,
  Validator
>

/** Parses a client message by its schema. Throws VALIDATION with the allowed values. */
export function readMessage(data: string): ClientMessage {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    throw invalid({ field: 'message', error: 'BAD_JSON', params: {} })
  }
  const op = (value as { op?: unknown } | null)?.op
  const known = CLIENT_OPS.find((one): one is ClientOp => one === op)
  if (known === undefined)
    throw invalid({ field: 'op', error: 'UNKNOWN_OP', params: { allowed: CLIENT_OPS.join(', ') } })
  const faults = schemaFaults(CHECKS[known], value)
  if (faults.length > 0) throw invalid(...faults)
  return value as ClientMessage
}

const invalid = (...faults: Fault[]): AppError => new AppError('VALIDATION', { faults })
