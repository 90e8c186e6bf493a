// @module-tag long
// A database that neither answers nor refuses: suspended processes, and a network that forwards nothing.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { testDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'
import { addressIn, cleanUp, enterableFolder, postgresPid, startProgram } from './program.ts'

const READY_MS = 2_000
/** Time allowed for a call: a connection, one statement, and a slow test machine. */
const CALL_MS = 14_000
const READ_MS = 22_000
const STOP_MS = 10_000

interface Answer {
  readonly status: number
  readonly body: {
    readonly code: number | string
    readonly message: string
    readonly data: { readonly reason?: string }
  }
  readonly ms: number
}

async function ask(url: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const started = performance.now()
  const response = await fetch(`${url}${path}`, init)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : { code: 0, message: '', data: {} },
    ms: performance.now() - started,
  }
}

async function logIn(url: string, dataDir: string): Promise<string> {
  const { member } = JSON.parse(readFileSync(join(dataDir, 'dev-accounts.json'), 'utf8')) as {
    member: { email: string; password: string }
  }
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: member.email, password: member.password }),
  })
  const { data } = (await response.json()) as { data: { token: string } }
  expect(data.token).toMatch(/^ofs_/)
  return data.token
}

/** Checks what must hold while the database hangs; resolves when every call was answered. */
async function expectBoundedAnswers(url: string, token: string): Promise<void> {
  const signedIn = { headers: { authorization: token } }
  const post = { method: 'POST', headers: { authorization: token, 'content-type': 'application/json' }, body: '{}' }
  // Many at once: pools are smaller than this.
  const slow = [
    ...Array.from({ length: 20 }, () =>
      ask(url, '/api/user_info', post).then((answer) => ({ ...answer, limit: CALL_MS })),
    ),
    ...Array.from({ length: 12 }, () =>
      ask(url, '/api/menus', signedIn).then((answer) => ({ ...answer, limit: READ_MS })),
    ),
    ask(url, '/api/settings', post).then((answer) => ({ ...answer, limit: CALL_MS })),
  ]
  const times: number[] = []
  for (let i = 0; i < 3; i++) {
    const ready = await ask(url, '/api/ready', signedIn)
    expect(ready.status).toBe(503)
    expect(ready.body.data.reason).toBe('timeout')
    times.push(ready.ms)
  }
  for (const path of ['/api/health', '/api/docs/json', '/robots.txt']) {
    const answer = await ask(url, path, signedIn)
    expect(answer.status, path).toBe(200)
    times.push(answer.ms)
  }
  // On a busy machine one answer may wait for a processor: two of three hold, twice the time bounds the rest.
  expect(times.toSorted((a, b) => a - b)[3]).toBeLessThan(READY_MS)
  expect(times.slice(0, 3).toSorted((a, b) => a - b)[1]).toBeLessThan(READY_MS)
  expect(Math.max(...times)).toBeLessThan(2 * READY_MS)
  for (const { status, ms, limit } of await Promise.all(slow)) {
    expect(status).toBe(503)
    expect(ms).toBeLessThan(limit)
  }
}

async function expectEnd(program: { kill(signal: NodeJS.Signals): Promise<number | null> }): Promise<void> {
  const started = performance.now()
  expect(await program.kill('SIGTERM')).toBe(0)
  expect(performance.now() - started).toBeLessThan(STOP_MS)
}

const databases: TestDatabase[] = []
const proxies: StallingProxy[] = []
afterEach(async () => {
  await cleanUp()
  for (const proxy of proxies.splice(0)) proxy.close()
  for (const database of databases.splice(0)) await database.drop()
})

const childrenOf = (postmaster: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number)
const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // A backend that has ended.
    }
  }
}

/** Suspends a server and its backends; returns their pids. The postmaster first: afterwards it starts no backend. */
function suspend(postmaster: number): readonly number[] {
  signalAll([postmaster], 'SIGSTOP')
  const backends = childrenOf(postmaster)
  signalAll(backends, 'SIGSTOP')
  return [...backends, postmaster]
}

test('/ready and calls return 503 in bounded time while PostgreSQL is suspended, and recover afterwards', async () => {
  const dataDir = enterableFolder()
  const program = startProgram(dataDir, { RATE_LIMIT_FACTOR: '100' })
  await program.says('answers on')
  const url = addressIn(program.output)
  const token = await logIn(url, dataDir)
  expect((await ask(url, '/api/ready')).status).toBe(200)
  const postgres = suspend(postgresPid(dataDir))
  await expectBoundedAnswers(url, token)
  signalAll(postgres, 'SIGCONT')
  await expect.poll(() => ask(url, '/api/ready').then(({ status }) => status), { timeout: 20_000 }).toBe(200)
  const post = { method: 'POST', headers: { authorization: token, 'content-type': 'application/json' }, body: '{}' }
  await expect.poll(() => ask(url, '/api/user_info', post).then(({ status }) => status), { timeout: 20_000 }).toBe(200)
  expect(program.output).not.toContain('"level":"fatal"')
  await expectEnd(program)
})

test('SIGTERM ends the program within 10 s while PostgreSQL and a feed are suspended, and the next start continues', async () => {
  const dataDir = enterableFolder()
  const program = startProgram(dataDir, { DEMO: '1' })
  await program.says('answers on')
  suspend(postgresPid(dataDir))
  // A call is waiting for an answer when the signal arrives.
  const call = ask(addressIn(program.output), '/api/menus').catch(() => null)
  await sleep(500)
  await expectEnd(program)
  await call
  const next = startProgram(dataDir)
  await next.says('answers on')
  expect((await ask(addressIn(next.output), '/api/ready')).status).toBe(200)
})

/** Forwards bytes to a server until it is stalled; connections stay open then, as behind a router that drops packets. */
class StallingProxy {
  isStalled = false
  readonly #target: URL
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor(target: URL) {
    this.#target = target
    this.#server = createServer((near) => {
      const far = connect(Number(this.#target.port), this.#target.hostname)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from)
        from.on('error', () => {})
        from.on('data', (chunk) => void (this.isStalled || to.write(chunk)))
        from.on('close', () => void (this.isStalled || to.destroy()))
      }
    })
    proxies.push(this)
  }

  async url(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const url = new URL(this.#target)
    url.port = String((this.#server.address() as AddressInfo).port)
    return url.href
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}

test('calls are bounded on a network that forwards nothing, the program recovers, and SIGTERM ends it within 10 s', async () => {
  const database = await testDatabase()
  databases.push(database)
  const proxy = new StallingProxy(new URL(database.url))
  const dataDir = enterableFolder()
  const program = startProgram(dataDir, { DATABASE_URL: await proxy.url(), RATE_LIMIT_FACTOR: '100' })
  await program.says('answers on')
  const url = addressIn(program.output)
  const token = await logIn(url, dataDir)
  proxy.isStalled = true
  await expectBoundedAnswers(url, token)
  proxy.isStalled = false
  await expect.poll(() => ask(url, '/api/ready').then(({ status }) => status), { timeout: 20_000 }).toBe(200)
  const post = { method: 'POST', headers: { authorization: token, 'content-type': 'application/json' }, body: '{}' }
  await expect.poll(() => ask(url, '/api/user_info', post).then(({ status }) => status), { timeout: 20_000 }).toBe(200)
  proxy.isStalled = true
  const call = ask(url, '/api/menus').catch(() => null)
  await sleep(200)
  await expectEnd(program)
  await call
})
