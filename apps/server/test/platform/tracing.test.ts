import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPool, db, POOL_LIMITS } from '../../src/platform/database/index.ts'
import { enqueueRowJob, startWorker } from '../../src/platform/jobs/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { currentOrigin, inSpan, readOrigin, runInContext, startTracing } from '../../src/platform/tracing/index.ts'
import { startSmtpInbox } from '../mail/smtp-inbox.ts'
import { testDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'
import { addressIn, cleanUp, enterableFolder, startProgram } from './program.ts'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string }
}

interface ReceivedSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code?: number }
}

/** An OTLP/HTTP receiver on loopback. */
async function startCollector() {
  const spans: ReceivedSpan[] = []
  const resources: Record<string, unknown>[] = []
  const headers: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      headers.push({ url: request.url, ...request.headers })
      const body = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ReceivedSpan[] }[] }[]
      }
      for (const { resource, scopeSpans } of body.resourceSpans) {
        resources.push(valuesOf(resource.attributes))
        for (const scope of scopeSpans) spans.push(...scope.spans)
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    headers,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? (value.intValue === undefined ? null : Number(value.intValue)),
    ]),
  )

const lines: Record<string, unknown>[] = []
const log = createLog('info', { stream: { write: (line) => void lines.push(JSON.parse(line) as never) } })

let collector: Awaited<ReturnType<typeof startCollector>>
let database: TestDatabase | null = null
const stops: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  lines.length = 0
  collector = await startCollector()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await collector.close()
  await database?.drop()
  database = null
})
afterAll(cleanUp)

const start = async (sampleRatio = 1) => {
  const stop = await startTracing({
    env: {
      otlpEndpoint: collector.url,
      otlpHeaders: { authorization: 'Bearer x' },
      traceRatio: sampleRatio,
      roles: ['web', 'worker'],
      nodeEnv: 'test',
    },
    version: '1.2.3',
    log,
  })
  stops.push(stop)
  return stop
}

test('sends spans with their parents, errors and resource, and nothing of the values', async () => {
  database = await testDatabase()
  const pool = createPool(database.url, { mode: 'share', writeLine: () => {} }, POOL_LIMITS.calls)
  stops.push(() => pool.end())
  const stop = await start()
  // Outside of a trace a statement makes no span.
  await pool.query('select 0')
  await inSpan('work', {}, async () => {
    await pool.query('select $1::text as secret', ['a secret value'])
    const client = await pool.connect()
    await client.query('select 2')
    client.release()
    await db(pool).selectFrom('account').select('id').limit(1).execute()
    await expect(pool.query('select nothing from nowhere')).rejects.toThrow()
  })
  await stop()
  const root = collector.spans.find(({ name }) => name === 'work')
  const statements = collector.spans.filter(({ name }) => name === 'database select')
  expect(statements).toHaveLength(4)
  expect(collector.spans).toHaveLength(5)
  for (const span of statements)
    expect([span.traceId, span.parentSpanId, span.kind]).toEqual([root?.traceId, root?.spanId, 3])
  expect(statements.map(({ attributes }) => valuesOf(attributes)['db.query.text'])).toEqual(
    expect.arrayContaining(['select $1::text as secret', 'select 2', 'select nothing from nowhere']),
  )
  expect(
    statements.filter(({ status }) => status.code === 2).map(({ attributes }) => valuesOf(attributes)['error.type']),
  ).toEqual(['42P01'])
  expect(JSON.stringify(collector.spans)).not.toContain('a secret value')
  expect(collector.headers[0]).toMatchObject({ url: '/v1/traces', authorization: 'Bearer x' })
  expect(collector.resources[0]).toMatchObject({
    'service.name': 'flowprint',
    'service.version': '1.2.3',
    'flowprint.roles': 'web,worker',
    'service.instance.id': expect.stringMatching(/-\d+$/),
  })
})

test('a job continues the request and the trace that enqueued it, also in its log lines', async () => {
  database = await testDatabase()
  const { pool } = database
  const stop = await start()
  const seen: unknown[] = []
  const worker = startWorker({
    pool,
    log,
    concurrency: 1,
    tasks: {
      async row(payload) {
        seen.push(payload)
        log.info('the job runs')
        await pool.query('select 1')
      },
    },
  })
  stops.unshift(() => worker.stop())
  const enqueue = () => pool.query(`select (${enqueueRowJob('row', '7')}).id`)
  await runInContext({ requestId: 'request-1', span: null }, () => inSpan('call', {}, enqueue))
  await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 20_000 })
  await enqueue()
  await vi.waitFor(() => expect(seen).toHaveLength(2), { timeout: 20_000 })
  await worker.stop()
  await stop()
  const call = collector.spans.find(({ name }) => name === 'call')
  const [job, other] = collector.spans.filter(({ name }) => name === 'job row')
  expect(seen[0]).toEqual({
    id: 7,
    origin: { requestId: 'request-1', traceparent: `00-${call?.traceId}-${call?.spanId}-01` },
  })
  expect(seen[1]).toEqual({ id: 7 })
  expect([job.traceId, job.parentSpanId, job.kind]).toEqual([call?.traceId, call?.spanId, 5])
  expect(other.traceId).not.toBe(call?.traceId)
  const runs = lines.filter(({ msg }) => msg === 'the job runs')
  expect(runs[0]).toMatchObject({ reqId: 'request-1', traceId: call?.traceId })
  expect(runs[1]).not.toHaveProperty('reqId')
})

test('records the configured share of traces, whole', async () => {
  const stop = await start(0)
  await inSpan('root', {}, () => inSpan('child', {}, async () => {}))
  await stop()
  expect(collector.spans).toEqual([])
})

test('a collector that does not answer is logged once and disturbs nothing', async () => {
  await collector.close()
  const stop = await start()
  for (let i = 0; i < 5_000; i++) await inSpan('span', {}, async () => {})
  await stop()
  expect(lines.filter(({ msg }) => msg === 'the trace collector cannot be reached: spans are dropped')).toHaveLength(1)
  collector = await startCollector()
})

test.each([
  [{ requestId: "x' or 1=1", traceparent: 'x' }, null],
  [{ requestId: 'a'.repeat(65) }, null],
  [{ requestId: 'a-1', traceparent: 3 }, { requestId: 'a-1' }],
  ['text', null],
  [null, null],
])('reads the origin %j of a payload as %j', (json, origin) => {
  expect(readOrigin(json)).toEqual(origin)
})

test('an id that needs escaping is never part of a statement', () => {
  runInContext({ requestId: "x'); drop table account; --", span: null }, () => {
    expect(currentOrigin()).toBeNull()
    expect(enqueueRowJob('row', '7')).not.toContain('drop')
  })
})

/** Prints every import of an OpenTelemetry package. */
const WATCH_IMPORTS = `--import=data:text/javascript,${encodeURIComponent(
  'import { registerHooks } from "node:module"; registerHooks({ resolve(name, context, next) { if (name.startsWith("@opentelemetry")) process.stderr.write("imported " + name + "\\n"); return next(name, context) } })',
)}`

test('a call, its mail and their log lines share one id and one trace', { tags: ['long'] }, async () => {
  const inbox = await startSmtpInbox()
  stops.push(() => inbox.close())
  const program = startProgram(enterableFolder(), {
    SMTP_URL: inbox.url,
    DEMO: '1',
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    NODE_OPTIONS: WATCH_IMPORTS,
  })
  await program.says('answers on')
  expect(program.output).toContain('imported @opentelemetry/sdk-trace')
  const answer = await fetch(`${addressIn(program.output)}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    body: JSON.stringify({
      username: 'tracer',
      first_name: 'A',
      last_name: 'B',
      email: 'tracer@example.com',
      password: 'correct horse battery',
      confirm_password: 'correct horse battery',
    }),
  })
  expect(await answer.json()).toMatchObject({ code: 200 })
  const requestId = answer.headers.get('x-request-id') as string
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  await program.says('a mail was sent')
  const named = (name: string) => collector.spans.filter((span) => span.name === name)
  await vi.waitFor(() => expect([named('send mail').length, named('commit live').length > 0]).toEqual([1, true]), {
    timeout: 30_000,
  })
  await vi.waitFor(() => expect(named('POST /api/register')).toHaveLength(1), { timeout: 30_000 })
  const [call] = named('POST /api/register')
  const job = named('job send_mail').find(({ traceId }) => traceId === call.traceId)
  const [mail] = named('send mail')
  expect(valuesOf(call.attributes)).toMatchObject({
    'http.route': '/api/register',
    'http.response.status_code': 200,
    'flowprint.request_id': requestId,
  })
  // The trace of the client is not continued.
  expect([call.kind, call.parentSpanId ?? '', call.traceId === 'a'.repeat(32)]).toEqual([2, '', false])
  expect([mail.traceId, mail.parentSpanId]).toEqual([call.traceId, job?.spanId])
  expect(named('database insert').some(({ traceId }) => traceId === call.traceId)).toBe(true)
  expect(named('publish trades').length).toBeGreaterThan(0)
  const line = program.output.split('\n').find((text) => text.includes('a mail was sent')) as string
  expect(JSON.parse(line)).toMatchObject({ reqId: requestId, traceId: call.traceId })
  expect(JSON.stringify(collector.spans)).not.toMatch(/tracer@example|correct horse/)
  await program.end()
})

// prom-client imports the API by itself, which does nothing without an SDK.
test(
  'without an endpoint neither the SDK nor the exporter of OpenTelemetry is loaded',
  { tags: ['long'] },
  async () => {
    const program = startProgram(enterableFolder(), { LOG_LEVEL: 'info', NODE_OPTIONS: WATCH_IMPORTS })
    await program.says('answers on')
    const answer = await fetch(`${addressIn(program.output)}/api/menus`)
    expect([answer.status, answer.headers.get('x-request-id')?.length]).toEqual([200, 36])
    expect(program.output).not.toMatch(/imported @opentelemetry\/(?!api\n)/)
    await program.end()
  },
)
