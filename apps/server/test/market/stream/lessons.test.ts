import type { LessonEndReason, LessonMoment, LessonView } from '@flowprint/contract'
import { MAX_LESSON_FOLLOWERS } from '@flowprint/contract'
import { encodeFrame, sortTrades, TradeBuilder } from '@flowprint/orderflow'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lessonIdOf, LessonHub, MAX_AWAY_MS } from '../../../src/market/stream/lesson-hub.ts'
import type { LessonState } from '../../../src/market/stream/lesson-hub.ts'
import type { AccessOf } from '../../../src/platform/http/index.ts'
import { connectNatsBus, tapeTopic } from '../../../src/platform/bus/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { appUnderTest } from '../../app-under-test.ts'
import type { AppUnderTest } from '../../app-under-test.ts'
import { joinedBuses } from '../../nodes/joined-buses.ts'
import { freePort, hasNatsServer, NatsServer } from '../../platform/nats-server.ts'
import { until } from '../../until.ts'
import { StreamClient } from './stream-client.ts'

const VIEW: LessonView = {
  symbol: 'BINANCE:LTCUSDT',
  cycle: '5m',
  precision: '0.05',
  settings: 'e30',
  view: 'mode-delta.heatmapSize-1_5',
}
const T = Date.UTC(2025, 5, 21, 12)
const momentAt = (n: number): LessonMoment => ({
  cutoff: { t: T + n, trades: 0 },
  playing: 1,
  speed: 10,
  range: { from: T - 1000, to: T },
  pointer: { t: T, price: '80.05' },
})
/** Deliveries of joined buses. */
const settled = async (): Promise<void> => {
  for (let i = 0; i < 4; i++) await new Promise(setImmediate)
}

/** Hubs of several nodes. */
function nodes(count: number) {
  const buses = joinedBuses(count)
  const hubs = buses.map((bus) => new LessonHub({ bus, clock: { now: () => Date.now() }, tickMs: Infinity }))
  return {
    buses,
    hubs,
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 1000) {
        vi.advanceTimersByTime(Math.min(left, 1000))
        for (const hub of hubs) hub.tick()
        await settled()
      }
    },
  }
}

function follower() {
  const states: LessonState[] = []
  const ends: LessonEndReason[] = []
  return {
    states,
    ends,
    changed: (state: LessonState) => void states.push(state),
    ended: (reason: LessonEndReason) => void ends.push(reason),
  }
}

function leader() {
  const counts: number[] = []
  const ends: LessonEndReason[] = []
  return {
    counts,
    ends,
    followers: (count: number) => void counts.push(count),
    ended: (reason: LessonEndReason) => void ends.push(reason),
  }
}

describe('lessons of several nodes', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], now: T })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('a follower on another node gets the newest state at once, then every change', async () => {
    const world = nodes(2)
    const [first, second] = world.hubs
    const listener = leader()
    const led = first.lead('7', undefined, listener)!
    led.update({ view: VIEW, moment: momentAt(1) })
    await world.pass(200)
    const other = follower()
    second.follow(led.id, other)
    await settled()
    expect(other.states.at(-1)).toMatchObject({ view: VIEW, moment: momentAt(1), isAway: false })
    await world.pass(200)
    led.update({ moment: momentAt(2) })
    await settled()
    expect(other.states.at(-1)).toMatchObject({ view: VIEW, moment: momentAt(2) })
    expect(listener.counts).toEqual([1])
  })

  test('a lost view is asked for again', async () => {
    const world = nodes(2)
    const [first, second] = world.hubs
    const led = first.lead('7', undefined, leader())!
    led.update({ view: VIEW, moment: momentAt(1) })
    const other = follower()
    second.follow(led.id, other)
    await world.pass(200)
    world.buses[1].setConnected(false)
    led.update({ view: { ...VIEW, cycle: '1m' }, moment: momentAt(2) })
    await settled()
    world.buses[1].setConnected(true)
    expect(other.states.at(-1)?.view.cycle).toBe('5m')
    vi.advanceTimersByTime(200)
    led.update({ moment: momentAt(3) })
    await settled()
    expect(other.states.at(-1)).toMatchObject({ view: { cycle: '1m' }, moment: momentAt(3) })
  })

  test('the leader continues on another node with the key, and another account cannot', async () => {
    const world = nodes(2)
    const [first, second] = world.hubs
    const before = leader()
    const led = first.lead('7', undefined, before)!
    led.update({ view: VIEW, moment: momentAt(1) })
    const other = follower()
    first.follow(led.id, other)
    await world.pass(1000)
    led.leave()
    expect(other.states.at(-1)?.isAway).toBe(true)
    await world.pass(2000)
    const again = second.lead('7', led.key, leader())!
    expect(again.id).toBe(led.id)
    again.update({ view: { ...VIEW, cycle: '15m' }, moment: momentAt(9) })
    await settled()
    await world.pass(1000)
    expect(other.states.at(-1)).toMatchObject({ isAway: false, view: { cycle: '15m' }, moment: momentAt(9) })
    expect(first.ledCount).toBe(0)
    expect(second.lead('8', led.key, leader())?.id).not.toBe(led.id)
    expect(other.ends).toEqual([])
  })

  test('without its node the leader is away, and the lesson ends ten minutes later', async () => {
    const world = nodes(2)
    const [first, second] = world.hubs
    const listener = leader()
    const led = first.lead('7', undefined, listener)!
    led.update({ view: VIEW, moment: momentAt(1) })
    const other = follower()
    second.follow(led.id, other)
    await world.pass(1000)
    world.buses[0].setConnected(false)
    await world.pass(4000)
    expect(other.states.at(-1)?.isAway).toBe(false)
    await world.pass(2000)
    expect(other.states.at(-1)?.isAway).toBe(true)
    await world.pass(MAX_AWAY_MS)
    expect(other.ends).toEqual(['away'])
    // The leader never left its own node.
    expect(listener.ends).toEqual([])
  })

  test('a lesson whose leader does not return ends on every node', async () => {
    const world = nodes(2)
    const led = world.hubs[0].lead('7', undefined, leader())!
    led.update({ view: VIEW, moment: momentAt(1) })
    const followers = world.hubs.map((hub) => {
      const one = follower()
      hub.follow(led.id, one)
      return one
    })
    await world.pass(1000)
    led.leave()
    await world.pass(MAX_AWAY_MS - 2000)
    expect(followers.map(({ ends }) => ends)).toEqual([[], []])
    await world.pass(3000)
    expect(followers.map(({ ends }) => ends)).toEqual([['away'], ['away']])
    expect(world.hubs[0].queues()[0].size).toBe(0)
    expect(world.hubs[1].queues()[0].size).toBe(0)
  })

  test('another lesson of the account ends the first one, also on another node', async () => {
    const world = nodes(2)
    const before = leader()
    const led = world.hubs[0].lead('7', undefined, before)!
    led.update({ view: VIEW, moment: momentAt(1) })
    const other = follower()
    world.hubs[1].follow(led.id, other)
    await world.pass(1000)
    world.hubs[1].lead('7', undefined, leader())
    await settled()
    expect([before.ends, other.ends]).toEqual([['replaced'], ['replaced']])
  })

  test('says that a lesson is unknown or has ended', async () => {
    const world = nodes(2)
    const unknown = follower()
    world.hubs[0].follow(lessonIdOf('x', '1'), unknown)
    await world.pass(9000)
    expect(unknown.ends).toEqual([])
    await world.pass(2000)
    expect(unknown.ends).toEqual(['unknown'])
    const led = world.hubs[0].lead('7', undefined, leader())!
    led.update({ view: VIEW, moment: momentAt(1) })
    led.end()
    const late = follower()
    world.hubs[0].follow(led.id, late)
    expect(late.ends).toEqual(['ended'])
  })

  test('followers are limited, and followers of a silent node are no longer counted', async () => {
    const world = nodes(2)
    const listener = leader()
    const led = world.hubs[0].lead('7', undefined, listener)!
    led.update({ view: VIEW, moment: momentAt(1) })
    for (let i = 0; i < MAX_LESSON_FOLLOWERS; i++) world.hubs[i % 2].follow(led.id, follower())
    await world.pass(2000)
    expect(listener.counts.at(-1)).toBe(MAX_LESSON_FOLLOWERS)
    const refused = world.hubs.map((hub) => {
      const one = follower()
      hub.follow(led.id, one)
      return one.ends
    })
    expect(refused).toEqual([['full'], ['full']])
    world.buses[1].setConnected(false)
    await world.pass(6000)
    expect(listener.counts.at(-1)).toBe(MAX_LESSON_FOLLOWERS / 2)
  })

  test('states that come faster than they are sent are replaced by the newest', async () => {
    const world = nodes(1)
    const led = world.hubs[0].lead('7', undefined, leader())!
    led.update({ view: VIEW, moment: momentAt(0) })
    const other = follower()
    world.hubs[0].follow(led.id, other)
    const before = other.states.length
    for (let n = 1; n <= 50; n++) led.update({ moment: momentAt(n) })
    vi.advanceTimersByTime(150)
    const sent = other.states.slice(before)
    expect(sent.length).toBeLessThanOrEqual(2)
    expect(sent.at(-1)?.moment).toEqual(momentAt(50))
  })
})

describe.skipIf(!hasNatsServer)('lessons of nodes connected by NATS', () => {
  test('a follower on another node sees the states and the end, and the leader the number of followers', async () => {
    const server = new NatsServer(await freePort(), [])
    await server.start()
    const log = createLog('silent')
    const buses = Array.from({ length: 2 }, () =>
      connectNatsBus({ servers: [server.url], prefix: async () => 'test', name: 'test', log, pollMs: 20 }),
    )
    const [one, two] = buses.map((bus) => new LessonHub({ bus, clock: { now: () => Date.now() }, tickMs: 50 }))
    try {
      await until(() => expect(buses.every((bus) => bus.isConnected)).toBe(true))
      const leads = leader()
      const led = one.lead('1', undefined, leads)!
      led.update({ view: VIEW, moment: momentAt(0) })
      const follows = follower()
      two.follow(led.id, follows)
      await until(() => expect(follows.states.at(-1)).toMatchObject({ view: VIEW, moment: momentAt(0) }))
      led.update({ moment: momentAt(5) })
      await until(() => expect(follows.states.at(-1)?.moment).toEqual(momentAt(5)))
      await until(() => expect(leads.counts.at(-1)).toBe(1))
      led.end()
      await until(() => expect(follows.ends).toEqual(['ended']))
    } finally {
      for (const hub of [one, two]) hub.close()
      await Promise.all(buses.map((bus) => bus.close()))
      await server.stop()
    }
  })
})

describe('lessons over the stream', () => {
  let servers: AppUnderTest[] = []
  let hasSession = true
  const accessOf: AccessOf = ({ authorization }) =>
    authorization === 'expiring' && !hasSession ? null : { user: authorization, delayMs: 0 }
  beforeEach(async () => {
    hasSession = true
    const buses = joinedBuses(2)
    servers = await Promise.all(
      buses.map((bus) =>
        appUnderTest({ bus, accessOf, streamTickMs: 100, env: { NODE_ENV: 'test', TEST_RECHECK_SECONDS: '1' } }),
      ),
    )
  })
  afterEach(() => Promise.all(servers.map(({ app }) => app.close())))

  const open = async (server: AppUnderTest, authorization: string): Promise<StreamClient> =>
    StreamClient.open(await (urls.get(server) ?? urls.set(server, server.listen()).get(server)!), { authorization })
  const urls = new Map<AppUnderTest, Promise<string>>()

  test('a follower on another node sees what the leader sends, and its end', async () => {
    const teacher = await open(servers[0], '7')
    teacher.send({ op: 'lead_lesson' })
    const { id, key } = await teacher.message('lesson_started')
    teacher.send({ op: 'lesson_state', view: VIEW, moment: momentAt(1) })
    const student = await open(servers[1], '8')
    student.send({ op: 'follow_lesson', id })
    expect(await student.message('lesson')).toEqual({
      op: 'lesson',
      id,
      is_away: false,
      view: VIEW,
      moment: momentAt(1),
    })
    expect(await teacher.message('lesson_followers', ({ count }) => count === 1)).toMatchObject({ id })
    teacher.send({ op: 'lesson_state', moment: momentAt(2) })
    const next = await student.message('lesson', ({ moment }) => moment.cutoff?.t === T + 2)
    expect(next).not.toHaveProperty('view')

    // The connection of the leader is lost; the lesson continues on the other node.
    teacher.close()
    await student.message('lesson', ({ is_away }) => is_away)
    const again = await open(servers[1], '7')
    again.send({ op: 'lead_lesson', key })
    expect(await again.message('lesson_started')).toEqual({ op: 'lesson_started', id, key })
    again.send({ op: 'lesson_state', view: VIEW, moment: momentAt(3) })
    await student.message('lesson', ({ is_away, moment }) => !is_away && moment.cutoff?.t === T + 3)
    again.send({ op: 'end_lesson' })
    expect(await student.message('lesson_ended')).toEqual({ op: 'lesson_ended', id, reason: 'ended' })
    expect(await again.message('lesson_ended')).toEqual({ op: 'lesson_ended', id, reason: 'ended' })
    expect([...student.faults, ...again.faults]).toEqual([])
  })

  test('a follower that does not read gets the newest state only, when it reads again', async () => {
    const [{ bus, tape, ...server }] = servers
    server.setNow(T)
    const { symbol, tape: tapeId, version } = tape.instrument
    tape.commit([{ ts: T, price: 8000, qty: 1, buy: true }], T)
    const teacher = await open(servers[0], '7')
    teacher.send({ op: 'lead_lesson' })
    const { id } = await teacher.message('lesson_started')
    teacher.send({ op: 'lesson_state', view: VIEW, moment: momentAt(0) })
    const student = await open(servers[0], '8')
    student.send({ op: 'follow_lesson', id })
    await student.message('lesson')
    student.send({ op: 'subscribe', symbol })
    await student.message('subscribed')
    student.socket.pause()
    // Frames fill the buffers of the kernel and of the socket.
    const count = 60_000
    const noise = randomBytes(count * 4)
    const builder = new TradeBuilder()
    for (let i = 0; i < count; i++)
      builder.push(T, 1 + (noise.readUInt32LE(i * 4) % 2_000_000_000), 1 + noise[i] * 1e12, true, 1, i)
    const trades = sortTrades(builder.build())
    let lastSeq = tape.lastSeq
    for (let i = 0; i < 60; i++) {
      const firstSeq = lastSeq + 1
      lastSeq += count
      const head = { symbol, tape: tapeId, instrumentVersion: version, firstSeq, lastSeq, watermark: T }
      const frame = encodeFrame({ ...head, trades })
      bus.publish(tapeTopic(symbol), { kind: 'trades', symbol, firstSeq, lastSeq, watermark: T, newestTs: T, frame })
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    for (let n = 1; n <= 8; n++) {
      teacher.send({ op: 'lesson_state', view: { ...VIEW, cycle: `${n}m` }, moment: momentAt(n) })
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
    student.socket.resume()
    const newest = await student.message('lesson', ({ moment }) => moment.cutoff?.t === T + 8)
    expect(newest.view).toEqual({ ...VIEW, cycle: '8m' })
    const shown = student.messages.flatMap((one) => (one.op === 'lesson' ? [(one.moment.cutoff?.t ?? 0) - T] : []))
    expect([...new Set(shown)]).toEqual([0, 8])
    expect(student.closeCode).toBeNull()
  })

  test('rejects texts and numbers beyond their limits', async () => {
    const teacher = await open(servers[0], '7')
    teacher.send({ op: 'lead_lesson' })
    await teacher.message('lesson_started')
    const wrong: object[] = [
      { view: { ...VIEW, settings: 'a'.repeat(5000) }, moment: momentAt(1) },
      { view: { ...VIEW, view: '<script>' }, moment: momentAt(1) },
      { view: { ...VIEW, more: 1 }, moment: momentAt(1) },
      { moment: { ...momentAt(1), speed: 1e9 } },
      { moment: { ...momentAt(1), pointer: { t: T, price: 'NaN' } } },
    ]
    for (const state of wrong) teacher.send({ op: 'lesson_state', ...state })
    await teacher.until(() => teacher.messages.filter(({ op }) => op === 'error').length === wrong.length)
    const student = await open(servers[0], '8')
    student.send({ op: 'follow_lesson', id: 'short' })
    await student.message('error')
    teacher.send({ op: 'ping' })
    await teacher.message('pong')
    expect(student.messages.filter(({ op }) => op === 'lesson')).toEqual([])
  })

  test('a follower whose session ends is disconnected', async () => {
    const teacher = await open(servers[0], '7')
    teacher.send({ op: 'lead_lesson' })
    const { id } = await teacher.message('lesson_started')
    teacher.send({ op: 'lesson_state', view: VIEW, moment: momentAt(1) })
    const student = await open(servers[1], 'expiring')
    student.send({ op: 'follow_lesson', id })
    await teacher.message('lesson_followers', ({ count }) => count === 1)
    hasSession = false
    expect(await student.closed()).toBe(4401)
    await teacher.message('lesson_followers', ({ count }) => count === 0)
  })
})
