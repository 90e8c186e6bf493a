import { HELLO_WITHIN_MS, MAX_SYMBOLS, ruleOf, CLIENT_OPS, STREAM_VERSION } from '@flowprint/contract'
import type {
  AlertEvent,
  ClientMessage,
  ClientOp,
  DepthResyncReason,
  ResyncReason,
  RouteRule,
  ScanInterval,
  ScanRow,
  ServerMessage,
} from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import type { WebSocket } from 'ws'
import { AppError, assertMayCall, asAppError, knownLanguage, presentError } from '../../platform/http/index.ts'
import type { Access, AccessOf, CostBudget, Fault } from '../../platform/http/index.ts'
import { loadInstrument } from '../load-instrument.ts'
import type { Instrument } from '../store/index.ts'
import { MessageRate, SendBuffer } from './client-limits.ts'
import type { BacklogBudget, ConnectionCount } from './client-limits.ts'
import { MAX_DEPTH_FILL } from './depth-channel.ts'
import type { DepthHub } from './depth-hub.ts'
import { DepthSubscription } from './depth-subscription.ts'
import type { DerivativesHub } from './derivatives-hub.ts'
import { DerivativesSubscription } from './derivatives-subscription.ts'
import type { MarketHub } from './market-hub.ts'
import { lessonIdOf } from './lesson-hub.ts'
import type { LedLesson, LessonHub, LessonState } from './lesson-hub.ts'
import { readMessage } from './read-message.ts'
import { MAX_CATCH_UP, Subscription } from './subscription.ts'

export interface ConnectionDeps {
  readonly hub: MarketHub
  readonly depthHub: DepthHub
  readonly derivativesHub: DerivativesHub
  readonly accessOf: AccessOf
  readonly count: ConnectionCount
  /** Cost of the log entries and histories that a user's streams load. */
  readonly cost: CostBudget
  readonly backlogs: BacklogBudget
  /** Called when a client is disconnected because it reads too slowly. */
  readonly onTooSlow: () => void
  /** RATE_LIMIT_FACTOR. */
  readonly factor: number
  /** Source of a page's alert events; null: none. */
  readonly alerts: AlertSource | null
  /** Source of the rows of the scanner; null: none. */
  readonly scanner: ScannerSource | null
  readonly lessons: LessonHub
  /** A changed permission takes effect within this time. */
  readonly recheckMs: number
}

/** The rows of the scanner as readers with a delay see them. */
export interface ScannerSource {
  /** Calls `listener` with all rows, then with changed ones. Returns the unsubscribe function. */
  subscribe(interval: ScanInterval, delayMs: number, listener: (rows: readonly ScanRow[]) => void): Promise<() => void>
}

/** Delivers the alerts of an account to its open pages. */
export interface AlertSource {
  /** Returns the unsubscribe function. */
  listen(accountId: number, listener: (event: AlertEvent) => void): () => void
}

/** A backlog above this many bytes is dropped (CONTRACT stream rule 9). */
export const MAX_BACKLOG_BYTES = 1024 * 1024
/** A client whose backlog was dropped this often within SLOW_WINDOW_MS, or that reads nothing for STALL_MS, is slow. */
const MAX_DROPS = 3
const SLOW_WINDOW_MS = 60_000
const STALL_MS = 20_000
/** Max messages of a client that wait while the database is queried for an earlier one. */
export const MAX_PENDING_MESSAGES = 100
/** Close codes: rejected by a rule of the stream; the session has ended; the client reads too slowly. */
const CLOSE_POLICY = 1008
const CLOSE_SESSION = 4401
const CLOSE_SLOW = 4408
/** A client that does not even read the close message is cut off. */
const CLOSE_WITHIN_MS = 5_000

/** Cost of a subscription and of a watched symbol, in log entries. */
const SUBSCRIBE_UNITS = 1_000
const WATCH_UNITS = 500
/** Cost of all rows of the scanner. */
const SCANNER_UNITS = 5_000
/** Cost of an entry of the depth log, which holds about as many changes. */
const DEPTH_UNITS = 40

/** A follower with a backlog above this many bytes gets no states of a lesson; then the newest one. */
const MAX_LESSON_BACKLOG_BYTES = 64 * 1024

const STREAM_RULE = ruleOf('GET', '/api/stream') as RouteRule

/** One WebSocket: handles the protocol of CONTRACT section 1, message by message in order. */
export class Connection {
  readonly #socket: WebSocket
  readonly #ip: string
  readonly #deps: ConnectionDeps
  readonly #sendBuffer: SendBuffer
  readonly #rate: MessageRate
  readonly #helloTimer: NodeJS.Timeout
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #depth = new Map<string, DepthSubscription>()
  readonly #derivatives = new Map<string, DerivativesSubscription>()
  #work: Promise<void> = Promise.resolve()
  #pending = 0
  #rechecking = false
  #drops: number[] = []
  #language: Language
  #authorization = ''
  /** null until the hello message. */
  #access: Access | null = null
  #accessCheckedAt = 0
  #watched: readonly Instrument[] = []
  #summing = false
  #leave: (() => void) | null = null
  #endAlerts: (() => void) | undefined
  #scanner: { readonly interval: ScanInterval; readonly end: () => void } | null = null
  #led: LedLesson | null = null
  #followed: FollowedLesson | null = null
  #closed = false

  constructor(
    socket: WebSocket,
    { ip, language }: { readonly ip: string; readonly language: Language },
    deps: ConnectionDeps,
  ) {
    this.#socket = socket
    this.#ip = ip
    this.#language = language
    this.#deps = deps
    this.#sendBuffer = new SendBuffer(socket, MAX_BACKLOG_BYTES, () => this.#dropBacklog(), deps.backlogs)
    this.#rate = new MessageRate(deps.factor)
    this.#helloTimer = setTimeout(() => this.#refuseSilence(), HELLO_WITHIN_MS)
    socket.on('message', (data: Buffer, binary: boolean) => this.#receive(data, binary))
    // An oversized or malformed message: ws has closed the socket with the matching code.
    socket.on('error', () => {})
    socket.once('close', () => {
      this.#end()
      this.#sendBuffer.clear()
    })
  }

  /** Bytes that wait for this client. */
  get backlog(): number {
    return this.#sendBuffer.backlog
  }

  /** Messages of this client that wait. */
  get pendingCount(): number {
    return this.#pending
  }

  /** Called once a second. */
  tick(now: number): void {
    if (this.#closed) return
    if (this.#sendBuffer.stalledMs(performance.now()) > STALL_MS) return this.#disconnectSlow()
    if (this.#access === null) return
    for (const subscription of [...this.#subscriptions.values()]) subscription.tick(now)
    for (const subscription of this.#depth.values()) subscription.sendStatus()
    for (const subscription of this.#derivatives.values()) subscription.sendStatus()
    if (this.#watched.length > 0 && !this.#summing) this.#sendSummaries(this.#access.delayMs)
    this.#sendLesson()
    if (now - this.#accessCheckedAt < this.#deps.recheckMs || this.#rechecking) return
    this.#rechecking = true
    this.#inTurn(() => this.#recheckAccess(now).finally(() => (this.#rechecking = false)))
  }

  /** The node is stopping: the client should resume elsewhere. */
  drain(): void {
    this.#resyncAll('drain')
  }

  #receive(data: Buffer, binary: boolean): void {
    if (!this.#rate.allows(performance.now()) || this.#pending >= MAX_PENDING_MESSAGES) {
      const seconds = 10
      return this.#refuse(
        new AppError('RATE_LIMITED', { params: { seconds }, data: { retry_after: seconds } }),
        CLOSE_POLICY,
      )
    }
    this.#inTurn(async () => {
      if (binary)
        throw new AppError('VALIDATION', { faults: [{ field: 'message', error: 'BINARY_MESSAGE', params: {} }] })
      await this.#answer(readMessage(data.toString('utf8')))
    })
  }

  /** Messages are handled sequentially, so that an unsubscribe never overtakes its subscribe. */
  #inTurn(step: () => Promise<void>): void {
    this.#pending += 1
    this.#work = this.#afterWork(step).finally(() => (this.#pending -= 1))
  }

  async #afterWork(step: () => Promise<void>): Promise<void> {
    await this.#work
    if (this.#closed) return
    try {
      await step()
    } catch (error) {
      const known = asAppError(error)
      if (known.slug === 'INTERNAL') this.#deps.hub.deps.log.error({ err: error }, 'a message of the stream failed')
      if (this.#access === null && !this.#closed) this.#refuse(known, CLOSE_POLICY)
      else this.#sendError(known)
    }
  }

  async #answer(message: ClientMessage): Promise<void> {
    if (message.op === 'hello') return this.#hello(message)
    const access = this.#access
    if (access === null) throw helloFirst()
    switch (message.op) {
      case 'subscribe':
        return this.#subscribe(message, access)
      case 'unsubscribe':
        this.#subscriptions.get(message.symbol)?.end()
        this.#subscriptions.delete(message.symbol)
        return this.#send({ op: 'unsubscribed', symbol: message.symbol })
      case 'subscribe_depth':
        return this.#subscribeDepth(message, access)
      case 'unsubscribe_depth':
        this.#depth.get(message.symbol)?.end()
        this.#depth.delete(message.symbol)
        return this.#send({ op: 'depth_unsubscribed', symbol: message.symbol })
      case 'subscribe_derivatives':
        return this.#subscribeDerivatives(message.symbol, access)
      case 'unsubscribe_derivatives':
        this.#derivatives.get(message.symbol)?.end()
        this.#derivatives.delete(message.symbol)
        return this.#send({ op: 'derivatives_unsubscribed', symbol: message.symbol })
      case 'watch':
        return this.#watch(message.symbols, access)
      case 'subscribe_scanner':
        return this.#subscribeScanner(message.interval, access)
      case 'unsubscribe_scanner':
        this.#endScanner()
        return this.#send({ op: 'scanner_unsubscribed' })
      case 'lead_lesson':
        return this.#leadLesson(message.key, access)
      case 'lesson_state':
        return this.#led?.update(message)
      case 'end_lesson':
        return this.#led?.end()
      case 'follow_lesson':
        return this.#followLesson(message.id, access)
      case 'unfollow_lesson':
        this.#unfollowLesson()
        return this.#send({ op: 'lesson_unfollowed' })
      case 'ping':
        return this.#send({ op: 'pong', server_time: this.#now() })
    }
  }

  async #hello({ authorization = '', language }: Extract<ClientMessage, { op: 'hello' }>): Promise<void> {
    if (this.#access !== null) throw badOp(CLIENT_OPS.filter((op) => op !== 'hello'))
    clearTimeout(this.#helloTimer)
    this.#language = knownLanguage(language) ?? this.#language
    this.#authorization = authorization
    const access = await this.#deps.accessOf({ authorization, ip: this.#ip })
    try {
      assertMayCall(STREAM_RULE, access)
    } catch (error) {
      return this.#refuse(asAppError(error), CLOSE_SESSION)
    }
    if (this.#closed) return
    const { count } = this.#deps
    // The stream requires a user, so `user` is set.
    this.#leave = count.acquire(access.user as string)
    if (this.#leave === null) throw tooManyConnections(count.limit)
    this.#access = access
    this.#accessCheckedAt = this.#now()
    const { signedIn } = access
    if (signedIn !== undefined)
      this.#endAlerts = this.#deps.alerts?.listen(signedIn.accountId, (event) => this.#send({ op: 'alert', event }))
    this.#send({ op: 'welcome', version: STREAM_VERSION, server_time: this.#now() })
  }

  async #subscribe(message: Extract<ClientMessage, { op: 'subscribe' }>, access: Access): Promise<void> {
    const { symbol, tape } = message
    this.#admitSymbol(symbol)
    const { cost } = this.#deps
    cost.admit(access.user as string)
    const { store } = this.#deps.hub.deps
    const instrument = await loadInstrument(store, symbol)
    const view = await this.#deps.hub.view(instrument, access.delayMs)
    if (this.#closed) return
    this.#subscriptions.get(symbol)?.end()
    this.#subscriptions.delete(symbol)
    if (tape !== undefined && tape !== view.instrument.tape) return this.#send({ op: 'resync', symbol, reason: 'tape' })
    const fromSeq = message.from_seq ?? view.relay.position
    // Delayed readers reach the version switch later: their frames carry the version.
    if (view.cut() === undefined && fromSeq < view.instrument.sinceSeq)
      return this.#send({ op: 'resync', symbol, reason: 'version' })
    // History may be ahead of the bus by some entries, but never ahead of the database.
    if (fromSeq > view.relay.position && fromSeq > (await store.coverage(instrument)).lastSeq) {
      return this.#send({ op: 'resync', symbol, reason: 'ahead' })
    }
    if (this.#closed) return
    cost.charge(
      access.user as string,
      SUBSCRIBE_UNITS + Math.min(MAX_CATCH_UP, Math.max(0, view.relay.position - fromSeq)),
    )
    const subscription = new Subscription(
      { view, store, send: (item) => this.#send(item), onEnd: (ended, reason) => this.#resync(ended, reason) },
      fromSeq,
    )
    this.#subscriptions.set(symbol, subscription)
    const { tape: current, version } = view.instrument
    const lastSeq = Math.max(view.relay.position, fromSeq)
    this.#send({ op: 'subscribed', symbol, last_seq: lastSeq, tape: current, instrument_version: version })
    subscription.sendStatus(this.#now())
    subscription.run().catch((error: unknown) => {
      this.#sendError(asAppError(error))
      subscription.resync('log')
    })
  }

  async #subscribeDepth(message: Extract<ClientMessage, { op: 'subscribe_depth' }>, access: Access): Promise<void> {
    const { symbol, tape } = message
    this.#admitSymbol(symbol)
    const { cost, depthHub, hub } = this.#deps
    cost.admit(access.user as string)
    const instrument = await loadInstrument(hub.deps.store, symbol)
    const view = await depthHub.view(instrument, access.delayMs)
    if (this.#closed) return
    this.#depth.get(symbol)?.end()
    this.#depth.delete(symbol)
    const { tape: current, version } = view.instrument
    if (tape !== undefined && tape !== current) return this.#send({ op: 'depth_resync', symbol, reason: 'tape' })
    if (message.instrument_version !== undefined && message.instrument_version !== version)
      return this.#send({ op: 'depth_resync', symbol, reason: 'version' })
    const { depth } = depthHub.deps
    const fromSeq = message.from_seq ?? view.relay.position
    // A book may be ahead of the bus by some entries, but never ahead of the database.
    if (fromSeq > view.relay.position && fromSeq > ((await depth.readHead(instrument, view.cut()))?.lastSeq ?? 0)) {
      return this.#send({ op: 'depth_resync', symbol, reason: 'ahead' })
    }
    if (this.#closed) return
    cost.charge(
      access.user as string,
      SUBSCRIBE_UNITS + DEPTH_UNITS * Math.min(MAX_DEPTH_FILL, Math.max(0, view.relay.position - fromSeq)),
    )
    const subscription = new DepthSubscription(
      { view, depth, send: (item) => this.#send(item), onEnd: (ended, reason) => this.#resyncDepth(ended, reason) },
      fromSeq,
    )
    this.#depth.set(symbol, subscription)
    const lastSeq = Math.max(view.relay.position, fromSeq)
    this.#send({ op: 'depth_subscribed', symbol, last_seq: lastSeq, tape: current, instrument_version: version })
    subscription.sendStatus()
    subscription.run().catch((error: unknown) => {
      this.#sendError(asAppError(error))
      subscription.resync('log')
    })
  }

  async #subscribeDerivatives(symbol: string, access: Access): Promise<void> {
    this.#admitSymbol(symbol)
    const { cost, derivativesHub, hub } = this.#deps
    cost.admit(access.user as string)
    const instrument = await loadInstrument(hub.deps.store, symbol)
    const view = await derivativesHub.view(instrument, access.delayMs)
    if (this.#closed) return
    this.#derivatives.get(symbol)?.end()
    cost.charge(access.user as string, SUBSCRIBE_UNITS)
    const subscription = new DerivativesSubscription({
      view,
      send: (message) => this.#send(message),
      onEnd: (ended, reason) => this.#resyncDerivatives(ended, reason),
    })
    this.#derivatives.set(symbol, subscription)
    subscription.start()
  }

  /** The trades, the depth and the derivatives data of a symbol count once. */
  #admitSymbol(symbol: string): void {
    const symbols = new Set([...this.#subscriptions.keys(), ...this.#depth.keys(), ...this.#derivatives.keys(), symbol])
    if (symbols.size > MAX_SYMBOLS) throw tooManySymbols()
  }

  async #watch(symbols: readonly string[], { delayMs, user }: Access): Promise<void> {
    const { store } = this.#deps.hub.deps
    const asked = [...new Set(symbols)]
    if (asked.length > 0) this.#deps.cost.admit(user as string)
    this.#deps.cost.charge(user as string, asked.length * WATCH_UNITS)
    const found = await Promise.all(asked.map((symbol) => store.findInstrument(symbol)))
    this.#watched = found.filter((instrument) => instrument !== null)
    // Send immediately, then once a second.
    if (this.#watched.length > 0 && !this.#summing) this.#sendSummaries(delayMs)
    const unknown = asked.find((_symbol, i) => found[i] === null)
    if (unknown !== undefined) await loadInstrument(store, unknown)
  }

  async #subscribeScanner(interval: ScanInterval, { delayMs, user }: Access): Promise<void> {
    const { cost, scanner } = this.#deps
    cost.admit(user as string)
    cost.charge(user as string, SCANNER_UNITS)
    this.#endScanner()
    if (scanner === null) return this.#send({ op: 'scanner_rows', interval, full: true, list: [] })
    let full = true
    const end = await scanner.subscribe(interval, delayMs, (list) => {
      this.#send({ op: 'scanner_rows', interval, full, list: [...list] })
      full = false
    })
    if (this.#closed) return end()
    this.#scanner = { interval, end }
  }

  #endScanner(): void {
    this.#scanner?.end()
    this.#scanner = null
  }

  #leadLesson(key: string | undefined, { user }: Access): void {
    const { cost, lessons } = this.#deps
    cost.admit(user as string)
    cost.charge(user as string, SUBSCRIBE_UNITS)
    this.#led?.leave()
    let id = ''
    const led = lessons.lead(user as string, key, {
      followers: (count) => this.#send({ op: 'lesson_followers', id, count }),
      ended: (reason) => {
        this.#led = null
        this.#send({ op: 'lesson_ended', id, reason })
      },
    })
    this.#led = led
    if (led === null)
      return this.#send({ op: 'lesson_ended', id: lessonIdOf(key ?? '', user as string), reason: 'full' })
    id = led.id
    this.#send({ op: 'lesson_started', id, key: led.key })
  }

  #followLesson(id: string, { user }: Access): void {
    const { cost, lessons } = this.#deps
    cost.admit(user as string)
    cost.charge(user as string, SUBSCRIBE_UNITS)
    this.#unfollowLesson()
    const followed: FollowedLesson = { id, state: null, sentView: null, stop: () => {} }
    this.#followed = followed
    const stop = lessons.follow(id, {
      changed: (state) => {
        followed.state = state
        this.#sendLesson()
      },
      ended: (reason) => {
        if (this.#followed === followed) this.#followed = null
        this.#send({ op: 'lesson_ended', id, reason })
      },
    })
    followed.stop = stop
  }

  #unfollowLesson(): void {
    this.#followed?.stop()
    this.#followed = null
  }

  /** Sends the newest state, unless the client still reads older ones. */
  #sendLesson(): void {
    const followed = this.#followed
    if (followed === null || followed.state === null || this.backlog > MAX_LESSON_BACKLOG_BYTES) return
    const { id, state, sentView } = followed
    followed.state = null
    followed.sentView = state.viewNumber
    this.#send({
      op: 'lesson',
      id,
      is_away: state.isAway,
      ...(state.viewNumber === sentView ? {} : { view: state.view }),
      moment: state.moment,
    })
  }

  #sendSummaries(delayMs: number): void {
    this.#summing = true
    Promise.all(this.#watched.map((instrument) => this.#deps.hub.summary(instrument, delayMs)))
      .then((trackers) => this.#send({ op: 'summary', list: trackers.map((tracker) => tracker.present(this.#now())) }))
      // The database is unavailable: retry in the next second.
      .catch(() => {})
      .finally(() => {
        this.#summing = false
      })
  }

  async #recheckAccess(now: number): Promise<void> {
    this.#accessCheckedAt = now
    // Check the session, not the token of the hello message, which may have been replaced since.
    const sessionId = this.#access?.signedIn?.sessionId
    const access = await this.#deps.accessOf({
      authorization: this.#authorization,
      ip: this.#ip,
      ...(sessionId === undefined ? {} : { sessionId }),
    })
    try {
      assertMayCall(STREAM_RULE, access)
    } catch (error) {
      return this.#refuse(asAppError(error), CLOSE_SESSION)
    }
    const changed = access.delayMs !== this.#access?.delayMs
    this.#access = access
    if (!changed) return
    this.#resyncAll('access')
    if (this.#scanner !== null) await this.#subscribeScanner(this.#scanner.interval, access)
  }

  #resync(subscription: Subscription, reason: ResyncReason): void {
    const { symbol } = subscription.view.instrument
    if (this.#subscriptions.get(symbol) === subscription) this.#subscriptions.delete(symbol)
    if (!this.#closed)
      this.#sendBuffer.sendAnyway(JSON.stringify({ op: 'resync', symbol, reason } satisfies ServerMessage))
  }

  #resyncDepth(subscription: DepthSubscription, reason: DepthResyncReason): void {
    const { symbol } = subscription.view.instrument
    if (this.#depth.get(symbol) === subscription) this.#depth.delete(symbol)
    if (!this.#closed)
      this.#sendBuffer.sendAnyway(JSON.stringify({ op: 'depth_resync', symbol, reason } satisfies ServerMessage))
  }

  #resyncDerivatives(subscription: DerivativesSubscription, reason: DepthResyncReason): void {
    const { symbol } = subscription.view.instrument
    if (this.#derivatives.get(symbol) === subscription) this.#derivatives.delete(symbol)
    if (!this.#closed)
      this.#sendBuffer.sendAnyway(JSON.stringify({ op: 'derivatives_resync', symbol, reason } satisfies ServerMessage))
  }

  #resyncAll(reason: ResyncReason & DepthResyncReason): void {
    for (const subscription of [...this.#subscriptions.values()]) subscription.resync(reason)
    for (const subscription of [...this.#depth.values()]) subscription.resync(reason)
    for (const subscription of [...this.#derivatives.values()]) subscription.resync(reason)
  }

  #dropBacklog(): void {
    const now = performance.now()
    this.#drops = [...this.#drops.filter((at) => now - at < SLOW_WINDOW_MS), now]
    // No subscription left to drop: the client sends requests without reading the responses.
    const count = this.#subscriptions.size + this.#depth.size + this.#derivatives.size
    if (count === 0 || this.#drops.length >= MAX_DROPS) return this.#disconnectSlow()
    this.#resyncAll('slow')
  }

  #send(message: ServerMessage | Uint8Array): void {
    if (!this.#closed) this.#sendBuffer.send(message instanceof Uint8Array ? message : JSON.stringify(message))
  }

  #sendError(error: AppError): void {
    this.#send({ op: 'error', ...presentError(error, this.#language) })
  }

  /** Sends the error and closes. */
  #refuse(error: AppError, code: number): void {
    if (this.#closed) return
    this.#sendError(error)
    this.#end()
    this.#socket.close(code)
  }

  #disconnectSlow(): void {
    if (this.#closed) return
    this.#end()
    this.#sendBuffer.clear()
    this.#deps.onTooSlow()
    this.#socket.close(CLOSE_SLOW, 'slow')
    setTimeout(() => this.#socket.terminate(), CLOSE_WITHIN_MS).unref()
  }

  #refuseSilence(): void {
    this.#refuse(helloFirst(), CLOSE_POLICY)
  }

  #end(): void {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#helloTimer)
    this.#leave?.()
    this.#endAlerts?.()
    this.#endScanner()
    this.#led?.leave()
    this.#unfollowLesson()
    for (const subscription of this.#subscriptions.values()) subscription.end()
    for (const subscription of this.#depth.values()) subscription.end()
    for (const subscription of this.#derivatives.values()) subscription.end()
    this.#subscriptions.clear()
    this.#depth.clear()
    this.#derivatives.clear()
    this.#watched = []
  }

  #now(): number {
    return this.#deps.hub.deps.clock.now()
  }
}

/** A lesson that a client follows. */
interface FollowedLesson {
  readonly id: string
  /** Newest state that is not sent yet. */
  state: LessonState | null
  /** Number of the view that the client has. */
  sentView: number | null
  stop: () => void
}

const invalid = (fault: Fault): AppError => new AppError('VALIDATION', { faults: [fault] })
const helloFirst = () => invalid({ field: 'op', error: 'HELLO_FIRST', params: { seconds: HELLO_WITHIN_MS / 1000 } })
const badOp = (allowed: readonly ClientOp[]) =>
  invalid({ field: 'op', error: 'UNKNOWN_OP', params: { allowed: allowed.join(', ') } })
const tooManySymbols = () => invalid({ field: 'symbol', error: 'TOO_MANY_SYMBOLS', params: { max: MAX_SYMBOLS } })
const tooManyConnections = (max: number) => invalid({ field: 'op', error: 'TOO_MANY_CONNECTIONS', params: { max } })
