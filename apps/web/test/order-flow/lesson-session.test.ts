import type { ClientMessage, LessonMoment, LessonView } from '@flowprint/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  lessonSession,
  MIN_STATE_INTERVAL_MS,
  readStoredLesson,
  useLesson,
} from '../../src/features/order-flow/panels/lessons/lesson-session.ts'
import { useLessonLink, readLessonParameter } from '../../src/features/order-flow/model/lesson-link.ts'
import { stubStorage } from '../browser-storage.ts'

const ID = 'i'.repeat(22)
const KEY = 'k'.repeat(22)
const VIEW: LessonView = { symbol: 'DEMO:ETHUSD', cycle: '5m', precision: '1', settings: 'e30', view: '' }
const momentAt = (t: number): LessonMoment => ({
  cutoff: { t, trades: 0 },
  playing: 0,
  speed: 10,
  range: null,
  pointer: null,
})

/** Sockets of the page, the newest last; the test is the server. */
class FakeSocket {
  static readonly CONNECTING = 0
  static readonly all: FakeSocket[] = []
  readonly sent: ClientMessage[] = []
  readonly readyState = 1
  isClosed = false
  binaryType = ''
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  constructor() {
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as ClientMessage)
  }
  close() {
    this.isClosed = true
  }
  receive(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  welcome() {
    this.onopen?.()
    this.receive({ op: 'welcome', version: 1, server_time: 0 })
  }
  get states() {
    return this.sent.filter((message) => message.op === 'lesson_state')
  }
}
const socket = () => FakeSocket.all.at(-1) as FakeSocket

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  FakeSocket.all.length = 0
  stubStorage()
  stubStorage({}, 'sessionStorage')
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('location', { href: 'http://localhost/order', protocol: 'http:' })
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
})
afterEach(() => {
  lessonSession.leave()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a leader', () => {
  it('sends changes together, the view only when it changes, and nothing twice', () => {
    lessonSession.lead(null)
    socket().welcome()
    expect(socket().sent.at(-1)).toEqual({ op: 'lead_lesson' })
    lessonSession.publish(VIEW, momentAt(1))
    expect(socket().states).toEqual([])
    socket().receive({ op: 'lesson_started', id: ID, key: KEY })
    expect(socket().states).toEqual([{ op: 'lesson_state', view: VIEW, moment: momentAt(1) }])
    for (let t = 2; t <= 20; t++) lessonSession.publish({ ...VIEW }, momentAt(t))
    vi.advanceTimersByTime(MIN_STATE_INTERVAL_MS)
    expect(socket().states.slice(1)).toEqual([{ op: 'lesson_state', moment: momentAt(20) }])
    lessonSession.publish(VIEW, momentAt(20))
    vi.advanceTimersByTime(10 * MIN_STATE_INTERVAL_MS)
    expect(socket().states).toHaveLength(2)
  })

  it('continues after a disconnect with the key, and sends everything again', () => {
    lessonSession.lead(null)
    socket().welcome()
    socket().receive({ op: 'lesson_started', id: ID, key: KEY })
    lessonSession.publish(VIEW, momentAt(1))
    const before = socket()
    before.onclose?.()
    vi.advanceTimersByTime(5_000)
    expect(socket()).not.toBe(before)
    socket().welcome()
    expect(socket().sent.at(-1)).toEqual({ op: 'lead_lesson', key: KEY })
    socket().receive({ op: 'lesson_started', id: ID, key: KEY })
    vi.advanceTimersByTime(MIN_STATE_INTERVAL_MS)
    expect(socket().states).toEqual([{ op: 'lesson_state', view: VIEW, moment: momentAt(1) }])
    expect(readStoredLesson()).toEqual({ role: 'leading', key: KEY })
    lessonSession.leave()
    expect(socket().sent.at(-1)).toEqual({ op: 'end_lesson' })
    expect([socket().isClosed, readStoredLesson()]).toEqual([true, null])
  })
})

describe('a follower', () => {
  it('keeps the view between states, and closes the connection when the lesson ends', () => {
    lessonSession.follow(ID)
    socket().welcome()
    expect(socket().sent.at(-1)).toEqual({ op: 'follow_lesson', id: ID })
    socket().receive({ op: 'lesson', id: ID, is_away: false, view: VIEW, moment: momentAt(1) })
    socket().receive({ op: 'lesson', id: ID, is_away: true, moment: momentAt(2) })
    socket().receive({ op: 'lesson', id: 'o'.repeat(22), is_away: false, moment: momentAt(3) })
    expect(useLesson.getState()).toMatchObject({ view: VIEW, moment: momentAt(2), isAway: true, isFollowing: true })
    expect(readStoredLesson()).toEqual({ role: 'following', id: ID })
    socket().receive({ op: 'lesson_ended', id: ID, reason: 'away' })
    expect(useLesson.getState()).toMatchObject({ over: 'away', isFollowing: false })
    expect([socket().isClosed, readStoredLesson()]).toEqual([true, null])
  })

  it('reads the link', () => {
    readLessonParameter(new URLSearchParams('symbol=DEMO%3AETHUSD'))
    expect(useLessonLink.getState().id).toBeNull()
    readLessonParameter(new URLSearchParams(`lesson=${ID}`))
    expect(useLessonLink.getState().id).toBe(ID)
  })
})
