import type { ClientMessage, LessonEndReason, LessonMoment, LessonView, ServerMessage } from '@flowprint/contract'
import { create } from 'zustand'
import { readText, writeText } from '../../../../shared/local-store.ts'
import type { Connection } from '../../../../workers/protocol.ts'
import { openPageStream } from '../../../../workers/page-stream.ts'
import { LESSON_KEY } from './lesson-key.ts'

/** States are sent at most this often, ms: well below the message rate of a connection. */
export const MIN_STATE_INTERVAL_MS = 150

interface LessonState {
  readonly role: 'leading' | 'following' | null
  readonly id: string | null
  /** The leader's key, which continues the lesson on another connection. */
  readonly key: string | null
  /** A follower can stop to follow and look around. */
  readonly isFollowing: boolean
  readonly connection: Connection
  /** What the leader sees; null: not known yet. */
  readonly view: LessonView | null
  readonly moment: LessonMoment | null
  readonly isAway: boolean
  readonly followers: number
  /** The leader's cutoff is later than this reader's present. */
  readonly isDelayed: boolean
  readonly over: LessonEndReason | null
}

const NONE: LessonState = {
  role: null,
  id: null,
  key: null,
  isFollowing: false,
  connection: 'connecting',
  view: null,
  moment: null,
  isAway: false,
  followers: 0,
  isDelayed: false,
  over: null,
}

/** The lesson of this tab. */
export const useLesson = create<LessonState>()(() => NONE)

type Stored = { readonly role: 'leading'; readonly key: string } | { readonly role: 'following'; readonly id: string }

/** The lesson that this tab had before it was reloaded. */
export function readStoredLesson(): Stored | null {
  try {
    const stored = JSON.parse(readText(LESSON_KEY, 'sessionStorage') ?? 'null') as Partial<
      Record<string, string>
    > | null
    if (stored?.role === 'leading' && typeof stored.key === 'string') return { role: 'leading', key: stored.key }
    if (stored?.role === 'following' && typeof stored.id === 'string') return { role: 'following', id: stored.id }
  } catch {
    // Written by something else.
  }
  return null
}

const store = (lesson: Stored | null): void =>
  writeText(LESSON_KEY, lesson === null ? null : JSON.stringify(lesson), 'sessionStorage')

/** The connection of the page's lesson: leads or follows until it is left. */
class LessonSession {
  #stream: ReturnType<typeof openPageStream> | null = null
  #current: { readonly view: LessonView; readonly moment: LessonMoment } | null = null
  /** What the server has, as text; empty after a reconnect. */
  #sentView = ''
  #sentMoment = ''
  #sentAt = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Starts a lesson, or continues the one of this key. */
  lead(key: string | null): void {
    this.#open({ ...NONE, role: 'leading', key })
  }

  follow(id: string): void {
    store({ role: 'following', id })
    this.#open({ ...NONE, role: 'following', id, isFollowing: true })
  }

  /** What the leader sees. Changes within MIN_STATE_INTERVAL_MS are sent together. */
  publish(view: LessonView, moment: LessonMoment): void {
    this.#current = { view, moment }
    const { role, id, over } = useLesson.getState()
    if (role !== 'leading' || id === null || over !== null || this.#timer !== undefined) return
    const wait = this.#sentAt + MIN_STATE_INTERVAL_MS - performance.now()
    if (wait <= 0) return this.#sendState()
    this.#timer = setTimeout(() => this.#sendState(), wait)
  }

  /** A follower looks around, or follows again. */
  setFollowing(isFollowing: boolean): void {
    if (useLesson.getState().isFollowing !== isFollowing) useLesson.setState({ isFollowing, isDelayed: false })
  }

  /** Ends the lesson of a leader; a follower leaves. */
  leave(): void {
    if (useLesson.getState().role === 'leading') this.#send({ op: 'end_lesson' })
    store(null)
    this.close()
    useLesson.setState(NONE)
  }

  /** Closes the connection; the lesson waits for its leader. */
  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#stream?.close()
    this.#stream = null
  }

  #open(state: LessonState): void {
    this.close()
    this.#sentView = this.#sentMoment = ''
    useLesson.setState(state)
    this.#stream = openPageStream({
      ready: () => this.#greet(),
      message: (message) => this.#receive(message),
      frame: () => undefined,
      connection: (connection) => useLesson.setState({ connection }),
    })
  }

  #greet(): void {
    const { role, key, id, over } = useLesson.getState()
    if (over !== null) return
    if (role === 'leading') this.#send({ op: 'lead_lesson', ...(key === null ? {} : { key }) })
    else if (id !== null) this.#send({ op: 'follow_lesson', id })
  }

  #receive(message: ServerMessage): void {
    const { id, view } = useLesson.getState()
    switch (message.op) {
      case 'lesson_started':
        store({ role: 'leading', key: message.key })
        useLesson.setState({ id: message.id, key: message.key })
        this.#sentView = this.#sentMoment = ''
        if (this.#current !== null) this.publish(this.#current.view, this.#current.moment)
        return
      case 'lesson_followers':
        return useLesson.setState({ followers: message.count })
      case 'lesson':
        if (message.id !== id || (message.view === undefined && view === null)) return
        return useLesson.setState({
          isAway: message.is_away,
          moment: message.moment,
          ...(message.view === undefined ? {} : { view: message.view }),
        })
      case 'lesson_ended':
        if (id !== null && message.id !== id) return
        store(null)
        this.close()
        return useLesson.setState({ over: message.reason, isFollowing: false })
    }
  }

  #sendState(): void {
    this.#timer = undefined
    if (this.#current === null) return
    const { view, moment } = this.#current
    const [viewText, momentText] = [JSON.stringify(view), JSON.stringify(moment)]
    if (viewText === this.#sentView && momentText === this.#sentMoment) return
    this.#send({ op: 'lesson_state', ...(viewText === this.#sentView ? {} : { view }), moment })
    this.#sentView = viewText
    this.#sentMoment = momentText
    this.#sentAt = performance.now()
  }

  #send(message: ClientMessage): void {
    this.#stream?.send(message)
  }
}

export const lessonSession = new LessonSession()
