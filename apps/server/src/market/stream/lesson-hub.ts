import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { MAX_LESSON_FOLLOWERS } from '@flowprint/contract'
import type { LessonEndReason, LessonMoment, LessonView } from '@flowprint/contract'
import { LESSONS_TOPIC, lessonTopic } from '../../platform/bus/index.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { QueueState } from '../../platform/metrics/index.ts'

const TICK_MS = 1_000
/** States of a leader are sent at most this often; the newest replaces those before it. */
const STATE_INTERVAL_MS = 100
/** Without a message of the leader's node for this long, the leader is away. */
const SILENT_MS = 5_000
/** A lesson ends when its leader was away for this long. */
export const MAX_AWAY_MS = 10 * 60_000
/** How long a follower waits for a lesson that no node knows: its leader may be reconnecting. */
const MAX_WAIT_MS = 10_000
/** Counts of followers are repeated with every tick and expire after this. */
const COUNT_EXPIRES_MS = 5_000
/** Max lessons that this node leads or follows. */
const MAX_LESSONS = 5_000
/** Max lessons of which this node remembers that they ended. */
const MAX_ENDED = 10_000

/** What followers see. */
export interface LessonState {
  readonly isAway: boolean
  readonly view: LessonView
  /** Changes with the view. */
  readonly viewNumber: number
  readonly moment: LessonMoment
}

interface LeaderListener {
  /** The number of followers on all nodes has changed. */
  followers(count: number): void
  ended(reason: LessonEndReason): void
}

interface FollowerListener {
  changed(state: LessonState): void
  ended(reason: LessonEndReason): void
}

/** A lesson that a connection leads. */
export interface LedLesson {
  readonly id: string
  /** Continues the lesson on another connection. */
  readonly key: string
  update(state: { readonly view?: LessonView | undefined; readonly moment: LessonMoment }): void
  end(): void
  /** The connection has closed; the lesson waits for the leader. */
  leave(): void
}

/** Messages on the topic of a lesson. */
type LessonEvent =
  | {
      readonly kind: 'state'
      readonly node: string
      /** Start of the leadership, ms: a leader who reconnects elsewhere has a later one. */
      readonly term: number
      readonly isAway: boolean
      readonly view?: LessonView
      readonly viewNumber: number
      readonly moment: LessonMoment
      readonly followers: number
    }
  /** Asks the leader's node for the whole state. */
  | { readonly kind: 'query'; readonly node: string }
  | { readonly kind: 'count'; readonly node: string; readonly count: number }
  | { readonly kind: 'end'; readonly node: string; readonly term: number; readonly reason: LessonEndReason }

/** A lesson starts, or is continued on another node. */
interface StartEvent {
  readonly node: string
  readonly id: string
  readonly user: string
  readonly term: number
}

interface Leadership {
  readonly user: string
  /** null: the leader is away. */
  listener: LeaderListener | null
  /** Number of followers that the listener knows. */
  reported: number
  /** Followers on other nodes. */
  readonly elsewhere: Map<string, { readonly count: number; readonly at: number }>
}

interface Lesson {
  readonly id: string
  readonly unsubscribe: () => void
  readonly followers: Set<FollowerListener>
  /** Set on the node of the leader. */
  leadership: Leadership | null
  term: number
  view: LessonView | null
  viewNumber: number
  moment: LessonMoment | null
  isAway: boolean
  awaySince: number
  /** When the leader's node was last heard, or the first follower came. */
  heardAt: number
  /** Followers on all nodes, as the leader's node counts them. */
  total: number
  publishedAt: number
  timer: NodeJS.Timeout | null
  isViewPending: boolean
}

interface LessonHubOptions {
  readonly bus: Bus
  /** Server time, ms: orders the leaderships of a lesson on several nodes. */
  readonly clock: { now(): number }
  /** Interval of heartbeats, ms; Infinity = only on request. */
  readonly tickMs?: number
}

/** The id that a key of an account stands for. Any node can compute it, so that no lesson is stored. */
export const lessonIdOf = (key: string, user: string): string =>
  createHash('sha256').update(`lesson ${key} ${user}`).digest().subarray(0, 16).toString('base64url')

/**
 * Lessons that connections of this node lead or follow. A lesson exists in memory only: the leader's node sends its
 * state on the bus, at once and with every tick, and the other nodes keep the newest one (docs/decisions/lessons.md).
 */
export class LessonHub {
  readonly #bus: Bus
  readonly #clock: LessonHubOptions['clock']
  readonly #node = randomUUID()
  readonly #lessons = new Map<string, Lesson>()
  readonly #ended = new Map<string, LessonEndReason>()
  readonly #unsubscribe: () => void
  readonly #timer: NodeJS.Timeout | undefined
  #refused = 0

  constructor({ bus, clock, tickMs = TICK_MS }: LessonHubOptions) {
    this.#bus = bus
    this.#clock = clock
    this.#unsubscribe = bus.subscribe<StartEvent>(LESSONS_TOPIC, (event) => this.#onStart(event))
    this.#timer = tickMs === Infinity ? undefined : setInterval(() => this.tick(), tickMs).unref()
  }

  /** Lessons that connections of this node lead. */
  get ledCount(): number {
    return [...this.#lessons.values()].filter(({ leadership }) => leadership !== null).length
  }

  /** Connections of this node that follow a lesson. */
  get followerCount(): number {
    return [...this.#lessons.values()].reduce((sum, { followers }) => sum + followers.size, 0)
  }

  queues(): readonly QueueState[] {
    return [{ queue: 'lessons', size: this.#lessons.size, bound: MAX_LESSONS, overflows: this.#refused }]
  }

  /**
   * Starts a lesson, or continues the one of `key`. Every account leads one lesson: another one ends. null: this node
   * has too many lessons.
   */
  lead(user: string, key: string | undefined, listener: LeaderListener): LedLesson | null {
    const usedKey = key ?? randomBytes(16).toString('base64url')
    const id = lessonIdOf(usedKey, user)
    this.#ended.delete(id)
    const lesson = this.#lesson(id)
    if (lesson === null) return null
    this.#endOthers(user, id)
    lesson.leadership?.listener?.ended('replaced')
    const leadership: Leadership = {
      user,
      listener,
      reported: 0,
      elsewhere: lesson.leadership?.elsewhere ?? new Map(),
    }
    lesson.leadership = leadership
    lesson.term = Math.max(this.#clock.now(), lesson.term + 1)
    lesson.isAway = false
    // Larger than any number that another node used: followers must not take the next view for the one they have.
    lesson.viewNumber = Math.max(lesson.viewNumber + 1, lesson.term)
    lesson.isViewPending = true
    this.#bus.publish(LESSONS_TOPIC, { node: this.#node, id, user, term: lesson.term } satisfies StartEvent)
    this.#changed(lesson)
    const isLed = (): boolean => lesson.leadership === leadership && this.#lessons.get(id) === lesson
    return {
      id,
      key: usedKey,
      update: (state) => {
        if (isLed()) this.#update(lesson, state)
      },
      end: () => {
        if (isLed()) this.#end(lesson, 'ended')
      },
      leave: () => {
        if (!isLed()) return
        leadership.listener = null
        lesson.isAway = true
        lesson.awaySince = performance.now()
        this.#changed(lesson)
      },
    }
  }

  /** Calls the listener with the newest state, now and when it changes. Returns the function that stops following. */
  follow(id: string, listener: FollowerListener): () => void {
    const reason = this.#ended.get(id)
    const known = this.#lessons.get(id)
    if (reason !== undefined) {
      listener.ended(reason)
      return () => {}
    }
    if (known !== undefined && Math.max(known.total, known.followers.size) >= MAX_LESSON_FOLLOWERS) {
      this.#refused += 1
      listener.ended('full')
      return () => {}
    }
    const lesson = known ?? this.#lesson(id)
    if (lesson === null) {
      listener.ended('full')
      return () => {}
    }
    lesson.followers.add(listener)
    const state = stateOf(lesson)
    if (state !== null) listener.changed(state)
    else this.#publish(lesson, { kind: 'query', node: this.#node })
    this.#count(lesson)
    return () => {
      if (!lesson.followers.delete(listener) || this.#lessons.get(id) !== lesson) return
      this.#count(lesson)
      if (lesson.followers.size === 0 && lesson.leadership === null) this.#remove(lesson)
    }
  }

  /** Sends heartbeats and counts, and ends lessons whose leaders are away for too long. */
  tick(): void {
    const now = performance.now()
    for (const lesson of [...this.#lessons.values()]) {
      if (lesson.isAway && now - lesson.awaySince >= MAX_AWAY_MS) this.#end(lesson, 'away')
      else if (lesson.leadership !== null) this.#reportFollowers(lesson, now)
      else if (lesson.moment === null && now - lesson.heardAt >= MAX_WAIT_MS) this.#finish(lesson, 'unknown')
      else if (lesson.moment !== null && !lesson.isAway && now - lesson.heardAt >= SILENT_MS) {
        lesson.isAway = true
        lesson.awaySince = lesson.heardAt
        notify(lesson)
      }
      if (this.#lessons.get(lesson.id) !== lesson) continue
      if (lesson.leadership !== null) this.#send(lesson, true)
      else {
        this.#count(lesson)
        if (lesson.moment === null) this.#publish(lesson, { kind: 'query', node: this.#node })
      }
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#unsubscribe()
    for (const lesson of [...this.#lessons.values()]) this.#remove(lesson)
  }

  #lesson(id: string): Lesson | null {
    const known = this.#lessons.get(id)
    if (known !== undefined) return known
    if (this.#lessons.size >= MAX_LESSONS) {
      this.#refused += 1
      return null
    }
    const lesson: Lesson = {
      id,
      unsubscribe: this.#bus.subscribe<LessonEvent>(lessonTopic(id), (event) => this.#receive(lesson, event)),
      followers: new Set(),
      leadership: null,
      term: 0,
      view: null,
      viewNumber: 0,
      moment: null,
      isAway: false,
      awaySince: 0,
      heardAt: performance.now(),
      total: 0,
      publishedAt: -Infinity,
      timer: null,
      isViewPending: false,
    }
    this.#lessons.set(id, lesson)
    return lesson
  }

  #update(lesson: Lesson, { view, moment }: { readonly view?: LessonView | undefined; readonly moment: LessonMoment }) {
    if (view !== undefined) {
      lesson.view = view
      lesson.viewNumber += 1
      lesson.isViewPending = true
    }
    lesson.moment = moment
    this.#changed(lesson)
  }

  /** Sends the state to followers, at most once per interval. */
  #changed(lesson: Lesson): void {
    if (lesson.timer !== null) return
    const wait = lesson.publishedAt + STATE_INTERVAL_MS - performance.now()
    const publish = (): void => {
      lesson.timer = null
      lesson.publishedAt = performance.now()
      notify(lesson)
      this.#send(lesson, lesson.isViewPending)
      lesson.isViewPending = false
    }
    if (wait <= 0) publish()
    else lesson.timer = setTimeout(publish, wait).unref()
  }

  /** Sends the state to the other nodes. */
  #send(lesson: Lesson, isWhole: boolean): void {
    const { term, isAway, view, viewNumber, moment } = lesson
    if (lesson.leadership === null || view === null || moment === null) return
    this.#publish(lesson, {
      kind: 'state',
      node: this.#node,
      term,
      isAway,
      ...(isWhole ? { view } : {}),
      viewNumber,
      moment,
      followers: lesson.total,
    })
  }

  #receive(lesson: Lesson, event: LessonEvent): void {
    if (event.node === this.#node) return
    switch (event.kind) {
      case 'state':
        return this.#receiveState(lesson, event)
      case 'query':
        return this.#send(lesson, true)
      case 'count':
        lesson.leadership?.elsewhere.set(event.node, { count: event.count, at: performance.now() })
        return this.#reportFollowers(lesson, performance.now())
      case 'end':
        if (event.term >= lesson.term) this.#finish(lesson, event.reason)
    }
  }

  #receiveState(lesson: Lesson, event: Extract<LessonEvent, { kind: 'state' }>): void {
    if (event.term < lesson.term) return
    const isNewTerm = event.term > lesson.term
    // The leader has reconnected to another node.
    if (isNewTerm && lesson.leadership !== null) this.#resign(lesson)
    const now = performance.now()
    if (event.view === undefined && (isNewTerm || event.viewNumber !== lesson.viewNumber)) {
      // The message with the view was lost.
      return this.#publish(lesson, { kind: 'query', node: this.#node })
    }
    const before = stateOf(lesson)
    lesson.term = event.term
    if (event.view !== undefined) lesson.view = event.view
    lesson.viewNumber = event.viewNumber
    lesson.moment = event.moment
    if (event.isAway && !lesson.isAway) lesson.awaySince = now
    lesson.isAway = event.isAway
    lesson.heardAt = now
    lesson.total = event.followers
    // Heartbeats repeat what followers have.
    if (before === null || isNewTerm || JSON.stringify(before) !== JSON.stringify(stateOf(lesson))) notify(lesson)
  }

  /** An account leads one lesson, on one node. */
  #onStart({ node, id, user, term }: StartEvent): void {
    if (node === this.#node) return
    this.#endOthers(user, id)
    const lesson = this.#lessons.get(id)
    if (lesson === undefined || lesson.leadership === null || term <= lesson.term) return
    this.#resign(lesson)
  }

  #endOthers(user: string, id: string): void {
    for (const lesson of [...this.#lessons.values()])
      if (lesson.id !== id && lesson.leadership?.user === user) this.#end(lesson, 'replaced')
  }

  /** The lesson is led elsewhere. */
  #resign(lesson: Lesson): void {
    lesson.leadership?.listener?.ended('replaced')
    lesson.leadership = null
    lesson.heardAt = performance.now()
    if (lesson.followers.size === 0) this.#remove(lesson)
  }

  /** Ends the lesson on all nodes. */
  #end(lesson: Lesson, reason: LessonEndReason): void {
    if (lesson.leadership !== null) this.#publish(lesson, { kind: 'end', node: this.#node, term: lesson.term, reason })
    this.#finish(lesson, reason)
  }

  /** Ends the lesson on this node. */
  #finish(lesson: Lesson, reason: LessonEndReason): void {
    this.#remove(lesson)
    if (reason !== 'unknown') {
      this.#ended.set(lesson.id, reason)
      const [oldest] = this.#ended.keys()
      if (this.#ended.size > MAX_ENDED) this.#ended.delete(oldest)
    }
    lesson.leadership?.listener?.ended(reason)
    for (const follower of [...lesson.followers]) follower.ended(reason)
    lesson.followers.clear()
  }

  #remove(lesson: Lesson): void {
    if (lesson.timer !== null) clearTimeout(lesson.timer)
    lesson.timer = null
    lesson.unsubscribe()
    this.#lessons.delete(lesson.id)
  }

  /** The number of followers of this node may have changed. */
  #count(lesson: Lesson): void {
    if (lesson.leadership !== null) return this.#reportFollowers(lesson, performance.now())
    this.#publish(lesson, { kind: 'count', node: this.#node, count: lesson.followers.size })
  }

  #reportFollowers(lesson: Lesson, now: number): void {
    const { leadership } = lesson
    if (leadership === null) return
    let total = lesson.followers.size
    for (const [node, { count, at }] of leadership.elsewhere) {
      if (now - at >= COUNT_EXPIRES_MS) leadership.elsewhere.delete(node)
      else total += count
    }
    lesson.total = total
    if (total === leadership.reported) return
    leadership.reported = total
    leadership.listener?.followers(total)
  }

  #publish({ id }: Lesson, event: LessonEvent): void {
    if (this.#bus.isShared) this.#bus.publish(lessonTopic(id), event)
  }
}

function stateOf({ isAway, view, viewNumber, moment }: Lesson): LessonState | null {
  return view === null || moment === null ? null : { isAway, view, viewNumber, moment }
}

function notify(lesson: Lesson): void {
  const state = stateOf(lesson)
  if (state !== null) for (const follower of [...lesson.followers]) follower.changed(state)
}
