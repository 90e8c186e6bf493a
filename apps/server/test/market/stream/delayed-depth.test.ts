// What FREE_DELAY_MINUTES holds back of order books, from the database to the socket.
import { decodeDepthFrame, MINUTE_MS } from '@flowprint/orderflow'
import type { DepthFrame } from '@flowprint/orderflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDepthStore } from '../../../src/market/store/index.ts'
import { Leases } from '../../../src/platform/lease/index.ts'
import { grantDays } from '../../../src/modules/membership/index.ts'
import { accountWorld } from '../../accounts/world.ts'
import type { AccountWorld } from '../../accounts/world.ts'
import { spec } from '../../test-database.ts'
import { makeRun } from '../store/depth/depth-world.ts'
import { StreamClient } from './stream-client.ts'

const DELAY_MS = MINUTE_MS
let world: AccountWorld
let leases: Leases
beforeAll(async () => {
  world = await accountWorld({ stored: true, env: { FREE_DELAY_MINUTES: '1' } })
  leases = new Leases(world.pool.options.connectionString as string)
})
afterAll(async () => {
  await leases.close()
  await world.close()
})

/** Newest moment of which a frame tells anything. */
const newestOf = ({ until, snapshot, changes }: DepthFrame): number =>
  Math.max(until, snapshot?.t ?? -Infinity, ...(changes?.t.slice(0, changes.events) ?? []))

test('a reader without a membership never receives depth later than the cut, a member receives it at once', async () => {
  const { pool, bus, store } = world
  const instrument = await store.ensureInstrument(spec('T:DELAYED', { live: true }))
  const depth = openDepthStore({
    pool,
    url: pool.options.connectionString as string,
    bus,
    leases,
    listInstruments: async () => [instrument],
  })
  const [free, member] = [await world.signUp(), await world.signUp()]
  await grantDays(pool, { accountId: member.id, days: 30, at: Date.now(), actorId: null })
  const url = await world.listen()

  const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const frames = makeRun({ fromMs: start - 2 * MINUTE_MS, toMs: start + MINUTE_MS, everyMs: 500, seed: 7 })
  const lease = await depth.acquireLease(instrument, { mode: 'levels' })
  let committed = 0
  const commitUntil = async (ms: number): Promise<void> => {
    while (committed < frames.length && frames[committed].until <= ms) await depth.append(lease, frames[committed++])
  }
  const countUntil = (ms: number): number => frames.filter(({ until }) => until <= ms).length
  world.setNow(start)
  await commitUntil(start)

  const open = async (token: string, delayMs: number): Promise<{ client: StreamClient; lateMs: () => number }> => {
    const client = await StreamClient.open(url, { authorization: token })
    let lateMs = -Infinity
    client.socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) lateMs = Math.max(lateMs, newestOf(decodeDepthFrame(data)) - (world.clock.now() - delayMs))
    })
    client.send({ op: 'subscribe_depth', symbol: instrument.symbol })
    return { client, lateMs: () => lateMs }
  }
  const [delayed, live] = [await open(free.token, DELAY_MS), await open(member.token, 0)]
  const { last_seq: from } = await delayed.client.message('depth_subscribed')
  expect(from).toBeLessThanOrEqual(countUntil(world.clock.now() - DELAY_MS))
  expect(from).toBeGreaterThan(0)
  const { last_seq: liveFrom } = await live.client.message('depth_subscribed')
  expect(liveFrom).toBe(committed)

  for (const seconds of [10, 30, 62]) {
    const now = start + seconds * 1_000
    world.setNow(now)
    await commitUntil(now)
    await live.client.until(() => live.client.depthFrames.length === committed - liveFrom)
    const released = countUntil(now - DELAY_MS)
    await delayed.client.until(() => delayed.client.depthFrames.length >= released - from)
    expect(delayed.lateMs()).toBeLessThanOrEqual(0)
    const { data } = await world.call(`/book?symbol=${instrument.symbol}`, undefined, { token: free.token })
    expect(data.until).toBeLessThanOrEqual(world.clock.now() - DELAY_MS)
    expect(data.seq).toBeGreaterThanOrEqual(released)
  }
  // It would have noticed: what the member received is within the delay.
  expect(live.lateMs() + DELAY_MS).toBeGreaterThan(0)
  const seqs = delayed.client.depthFrames.map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.map((_, i) => from + 1 + i))
  for (const { client } of [delayed, live]) {
    expect(client.faults).toEqual([])
    client.close()
  }
  await lease.release()
  await depth.close()
})
