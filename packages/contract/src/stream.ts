import { Type } from 'typebox'
import type { Static } from 'typebox'
import { MAX_WATCHED } from './limits.ts'
import { SCAN_INTERVALS } from './market/scan-limits.ts'
import { AlertEvent } from './alerts/event.ts'
import { ErrorAnswer } from './envelope.ts'
import { BOOK_STATES } from './market/depth.ts'
import { DERIVATIVES_STATES, LiquidationRow, MarketStatValues } from './market/derivatives.ts'
import { LessonEndReason, LessonId, LessonKey, LessonMoment, LessonView } from './market/lesson.ts'
import { ScanRow } from './market/scanner.ts'
import { Choice, DecimalText, Nullable, Sequence, SymbolText, TapeId, TimeMs } from './schemas.ts'

export const STREAM_VERSION = 1
export const MAX_SYMBOLS = 8
/** Time to send `hello` before the connection is closed. */
export const HELLO_WITHIN_MS = 5000

const Name = Type.String({ minLength: 1, maxLength: 64 })

/** Messages from the client, by `op`. The first message must be `hello`. */
export const CLIENT_MESSAGES = {
  hello: Type.Object({
    op: Type.Literal('hello'),
    authorization: Type.Optional(Type.String({ maxLength: 4096 })),
    language: Type.Optional(Type.Unsafe<'zh' | 'en'>({ type: 'string', enum: ['zh', 'en'] })),
    version: Type.Literal(STREAM_VERSION),
  }),
  subscribe: Type.Object({
    op: Type.Literal('subscribe'),
    symbol: Name,
    /** The last_seq of the client's history; when absent the stream starts at the current state. */
    from_seq: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    tape: Type.Optional(Name),
  }),
  unsubscribe: Type.Object({ op: Type.Literal('unsubscribe'), symbol: Name }),
  watch: Type.Object({ op: Type.Literal('watch'), symbols: Type.Array(Name, { maxItems: MAX_WATCHED }) }),
  subscribe_depth: Type.Object({
    op: Type.Literal('subscribe_depth'),
    symbol: Name,
    /** The `seq` of the client's book; when absent the stream starts at the current state. */
    from_seq: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    tape: Type.Optional(Name),
    /** Of the client's book: a new version has other ticks and another log. */
    instrument_version: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  unsubscribe_depth: Type.Object({ op: Type.Literal('unsubscribe_depth'), symbol: Name }),
  subscribe_derivatives: Type.Object({ op: Type.Literal('subscribe_derivatives'), symbol: Name }),
  unsubscribe_derivatives: Type.Object({ op: Type.Literal('unsubscribe_derivatives'), symbol: Name }),
  /** One interval at a time: another subscription replaces it. */
  subscribe_scanner: Type.Object({ op: Type.Literal('subscribe_scanner'), interval: Choice(SCAN_INTERVALS) }),
  unsubscribe_scanner: Type.Object({ op: Type.Literal('unsubscribe_scanner') }),
  /** Starts a lesson, or continues the one of this key after a disconnect: docs/decisions/lessons.md. */
  lead_lesson: Type.Object({ op: Type.Literal('lead_lesson'), key: Type.Optional(LessonKey) }),
  /** What the leader sees now. `view` only when it has changed. */
  lesson_state: Type.Object({
    op: Type.Literal('lesson_state'),
    view: Type.Optional(LessonView),
    moment: LessonMoment,
  }),
  end_lesson: Type.Object({ op: Type.Literal('end_lesson') }),
  /** One lesson at a time: another one replaces it. */
  follow_lesson: Type.Object({ op: Type.Literal('follow_lesson'), id: LessonId }),
  unfollow_lesson: Type.Object({ op: Type.Literal('unfollow_lesson') }),
  ping: Type.Object({ op: Type.Literal('ping') }),
} as const

export type ClientOp = keyof typeof CLIENT_MESSAGES
export type ClientMessage = { [K in ClientOp]: Static<(typeof CLIENT_MESSAGES)[K]> }[ClientOp]
export const CLIENT_OPS = Object.keys(CLIENT_MESSAGES) as ClientOp[]

/**
 * live: current · delayed: the user's plan delays the market · stale: no data from the feed · repairing: a gap is open.
 */
const FEED_STATES = ['live', 'delayed', 'stale', 'repairing'] as const
export type FeedState = (typeof FEED_STATES)[number]

/**
 * Why the client must reload its history; the message ends the subscription. tape: a different tape · log: too far back
 * to resume · ahead: from_seq is not reached yet · slow: the backlog exceeded its limit and was dropped · revisions:
 * too many at once · version: new instrument version · access: permissions changed. · drain: the node is stopping and closes the connection; nothing
 * needs to be loaded again: connect again and resume.
 */
const RESYNC_REASONS = ['tape', 'log', 'ahead', 'slow', 'revisions', 'version', 'access', 'drain'] as const
export type ResyncReason = (typeof RESYNC_REASONS)[number]

/** As above, for the frames of the order book: the client loads /book again and subscribes from its `seq`. */
const DEPTH_RESYNC_REASONS = ['tape', 'log', 'ahead', 'slow', 'version', 'access', 'drain'] as const
export type DepthResyncReason = (typeof DEPTH_RESYNC_REASONS)[number]

const Summary = Type.Object({
  symbol: SymbolText,
  last: Nullable(DecimalText),
  /** Over the last 24 hours, aligned to the hour: price difference, percent, base volume and delta. */
  change: Nullable(DecimalText),
  change_percent: Nullable(Type.String()),
  volume: Nullable(DecimalText),
  delta: Nullable(DecimalText),
  /** Over the last 60 minutes, including the current one. */
  delta_hour: Nullable(DecimalText),
  /** null: the instrument has no live feed. */
  state: Nullable(Choice(FEED_STATES)),
  /** Perpetuals: the newest values, and the change of the open interest over 24 hours. null: none is recorded. */
  open_interest: Nullable(DecimalText),
  open_interest_change_percent: Nullable(Type.String()),
  funding_rate: Nullable(DecimalText),
  next_funding: Nullable(TimeMs),
  mark_price: Nullable(DecimalText),
})
export type Summary = Static<typeof Summary>

/** JSON messages from the server, by `op`; trades are sent as binary frames. */
export const SERVER_MESSAGES = {
  welcome: Type.Object({ op: Type.Literal('welcome'), version: Type.Literal(STREAM_VERSION), server_time: TimeMs }),
  subscribed: Type.Object({
    op: Type.Literal('subscribed'),
    symbol: SymbolText,
    last_seq: Sequence,
    tape: TapeId,
    instrument_version: Type.Integer(),
  }),
  unsubscribed: Type.Object({ op: Type.Literal('unsubscribed'), symbol: SymbolText }),
  status: Type.Object({
    op: Type.Literal('status'),
    symbol: SymbolText,
    state: Choice(FEED_STATES),
    lag_ms: Type.Integer({ minimum: 0 }),
  }),
  clock: Type.Object({ op: Type.Literal('clock'), symbol: SymbolText, watermark: Nullable(TimeMs) }),
  revision: Type.Object({
    op: Type.Literal('revision'),
    symbol: SymbolText,
    seq: Sequence,
    /** Present when the message covers the entries [first_seq, seq]. */
    first_seq: Type.Optional(Sequence),
    from: TimeMs,
    to: TimeMs,
    /** Incremented by every change of the tape. */
    revision: Type.Integer({ minimum: 0 }),
    reason: Choice(['repair', 'late', 'backfill', 'import']),
  }),
  resync: Type.Object({ op: Type.Literal('resync'), symbol: SymbolText, reason: Choice(RESYNC_REASONS) }),
  depth_subscribed: Type.Object({
    op: Type.Literal('depth_subscribed'),
    symbol: SymbolText,
    last_seq: Type.Integer({ minimum: 0 }),
    tape: TapeId,
    instrument_version: Type.Integer(),
  }),
  depth_unsubscribed: Type.Object({ op: Type.Literal('depth_unsubscribed'), symbol: SymbolText }),
  depth_status: Type.Object({ op: Type.Literal('depth_status'), symbol: SymbolText, state: Choice(BOOK_STATES) }),
  /** Ends the subscription. */
  depth_resync: Type.Object({
    op: Type.Literal('depth_resync'),
    symbol: SymbolText,
    reason: Choice(DEPTH_RESYNC_REASONS),
  }),
  /** Liquidations, open interest, funding, mark price of a perpetual. */
  derivatives_subscribed: Type.Object({
    op: Type.Literal('derivatives_subscribed'),
    symbol: SymbolText,
    /** Newest liquidation that is stored, 0: none. Later ones are sent; earlier ones: /liquidations. */
    last_seq: Type.Integer({ minimum: 0 }),
    tape: TapeId,
    instrument_version: Type.Integer(),
  }),
  derivatives_unsubscribed: Type.Object({ op: Type.Literal('derivatives_unsubscribed'), symbol: SymbolText }),
  /** Sent after they were stored. `until`: all that were received before it were sent. */
  liquidations: Type.Object({
    op: Type.Literal('liquidations'),
    symbol: SymbolText,
    until: TimeMs,
    list: Type.Array(LiquidationRow),
  }),
  /** The newest values, at most once a second. */
  market_stat: Type.Object({
    op: Type.Literal('market_stat'),
    symbol: SymbolText,
    ts: TimeMs,
    ...MarketStatValues,
  }),
  derivatives_status: Type.Object({
    op: Type.Literal('derivatives_status'),
    symbol: SymbolText,
    state: Choice(DERIVATIVES_STATES),
  }),
  /** Ends the subscription: subscribe again and load the past again. */
  derivatives_resync: Type.Object({
    op: Type.Literal('derivatives_resync'),
    symbol: SymbolText,
    reason: Choice(DEPTH_RESYNC_REASONS),
  }),
  /** Rows of the scanner: first those of every market (`full`), then the changed ones. */
  scanner_rows: Type.Object({
    op: Type.Literal('scanner_rows'),
    interval: Choice(SCAN_INTERVALS),
    full: Type.Boolean(),
    list: Type.Array(ScanRow),
  }),
  scanner_unsubscribed: Type.Object({ op: Type.Literal('scanner_unsubscribed') }),
  /** To the leader: the lesson has started. `key` continues it on another connection. */
  lesson_started: Type.Object({ op: Type.Literal('lesson_started'), id: LessonId, key: LessonKey }),
  /** To the leader: the number of followers has changed. */
  lesson_followers: Type.Object({
    op: Type.Literal('lesson_followers'),
    id: LessonId,
    count: Type.Integer({ minimum: 0 }),
  }),
  /** To followers: the newest state. `view` at first and when it has changed. */
  lesson: Type.Object({
    op: Type.Literal('lesson'),
    id: LessonId,
    /** The leader is disconnected and may return. */
    is_away: Type.Boolean(),
    view: Type.Optional(LessonView),
    moment: LessonMoment,
  }),
  lesson_unfollowed: Type.Object({ op: Type.Literal('lesson_unfollowed') }),
  /** To the leader and to followers. */
  lesson_ended: Type.Object({ op: Type.Literal('lesson_ended'), id: LessonId, reason: LessonEndReason }),
  summary: Type.Object({ op: Type.Literal('summary'), list: Type.Array(Summary) }),
  /**
   * An alert of the account fired. Sent to each of its connections, possibly more than once (deduplicate by
   * `event.id`); for missed alerts see /alert_history.
   */
  alert: Type.Object({ op: Type.Literal('alert'), event: AlertEvent }),
  error: Type.Object({ op: Type.Literal('error'), ...ErrorAnswer.properties }),
  pong: Type.Object({ op: Type.Literal('pong'), server_time: TimeMs }),
} as const

export type ServerOp = keyof typeof SERVER_MESSAGES
export type ServerMessages = { [K in ServerOp]: Static<(typeof SERVER_MESSAGES)[K]> }
export type ServerMessage = ServerMessages[ServerOp]
export type RevisionReason = ServerMessages['revision']['reason']
