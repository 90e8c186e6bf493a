import { readArguments } from '@flowprint/contract'
import type { FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import { refuse } from '../../../platform/http/index.ts'

/** Parses the arguments of a call by its schema; throws VALIDATION with every error. */
export function readQuery<T extends TObject>(schema: T, request: FastifyRequest): Static<T> {
  const { values, faults } = readArguments(schema, request.query as Record<string, unknown>)
  refuse(faults)
  return values
}
