import { once } from 'node:events'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addWriteTimeout } from '../../src/platform/http/index.ts'

const WINDOW_MS = 400
const PIECE = Buffer.alloc(64 * 1024, 'x')
let app: FastifyInstance
let ended = 0

beforeEach(async () => {
  ended = 0
  app = Fastify()
  addWriteTimeout(app, WINDOW_MS)
  app.get('/endless', (_request, reply) => {
    reply.raw.once('close', () => (ended += 1))
    const pieces = (function* () {
      for (;;) yield PIECE
    })()
    return reply.send(Readable.from(pieces, { objectMode: false }))
  })
  app.get('/late', (_request, reply) => {
    const pieces = (async function* () {
      for (let i = 0; i < 6; i++) {
        yield 'a few bytes'
        await sleep(WINDOW_MS / 2)
      }
    })()
    return reply.send(Readable.from(pieces, { objectMode: false }))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

async function open(path: string): Promise<IncomingMessage> {
  const [response] = await once(
    get({ port: (app.server.address() as AddressInfo).port, path, agent: false }),
    'response',
  )
  return response as IncomingMessage
}

test('disconnects a reader that takes a few bytes at a time', async () => {
  const response = await open('/endless')
  response.pause()
  let isOver = false
  response.once('error', () => (isOver = true))
  response.once('close', () => (isOver = true))
  const until = performance.now() + 20_000
  while (!isOver && ended === 0 && performance.now() < until) {
    response.read(100)
    await sleep(20)
  }
  expect(ended).toBe(1)
  response.destroy()
})

test('serves a reader that keeps up for any time', async () => {
  const response = await open('/endless')
  const until = performance.now() + 4 * WINDOW_MS
  let bytes = 0
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length
    if (performance.now() > until) break
  }
  expect(bytes).toBeGreaterThan(PIECE.length)
})

test('does not disconnect the reader of a response that is produced slowly', async () => {
  const response = await open('/late')
  let text = ''
  for await (const chunk of response) text += String(chunk)
  expect(text).toBe('a few bytes'.repeat(6))
})
