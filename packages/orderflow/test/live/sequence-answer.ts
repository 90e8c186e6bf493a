import {
  continueSequence,
  cvdOpenMeta,
  emptyTrades,
  lowerBoundT,
  lowerBoundTs,
  sequenceEnd,
  sequenceRule,
  sliceBars,
  sliceTrades,
  sumDelta,
  sumQuoteDelta,
} from '@flowprint/orderflow'
import type { Answer, SequenceRule } from '@flowprint/orderflow'
import type { TapeServer } from './tape-server.ts'
import { MINUTE_MS } from '../../src/index.ts'

/** `/footprint` with bars of fills or volume, as of now, in its simplest form: the whole tape is aggregated again. */
export function sequenceAnswer(
  server: TapeServer,
  cycle: string,
  step: number,
  options: { from?: number; to?: number; limit?: number; native?: boolean },
): Answer {
  const rule = sequenceRule(cycle, '1') as SequenceRule
  const closedUntil = Number.isFinite(server.watermark)
    ? Math.floor((server.watermark - 2000) / MINUTE_MS) * MINUTE_MS
    : Infinity
  const tape = server.tape()
  const closedEnd = lowerBoundTs(tape, closedUntil)
  const past = sliceTrades(tape, 0, closedEnd)
  const run = continueSequence(null, past, rule, step)
  const last = run.bars.length - 1
  const isOpen = last >= 0 && sequenceEnd(run, last, rule) > closedUntil
  const closed = sliceBars(run.bars, 0, isOpen ? last : last + 1)
  const open = isOpen ? sliceBars(continueSequence(null, past, rule, options.native ? 1 : step).bars, last) : null
  const withZone = options.to === undefined
  const asked = options.from ?? -Infinity
  const least = withZone && open !== null ? Math.min(asked, Math.floor(open.t[0])) : asked
  let first = lowerBoundT(closed, least)
  const end = lowerBoundT(closed, options.to ?? Infinity)
  if (options.limit !== undefined && end - first > options.limit)
    first = lowerBoundT(closed, Math.floor(closed.t[end - options.limit]))
  const from = first > 0 && options.from === undefined ? Math.floor(closed.t[first]) : least
  const { meta } = server.answer(MINUTE_MS, step, {})
  const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)
  return {
    meta: {
      ...meta,
      cycle,
      cycle_ms: 0,
      from: finite(from),
      to: finite(options.to ?? Infinity),
      ...cvdOpenMeta(sumDelta(closed, 0, first), sumQuoteDelta(closed, 0, first)),
    },
    bars: sliceBars(closed, first, Math.max(first, end)),
    open,
    tail: withZone ? sliceTrades(tape, closedEnd) : emptyTrades(),
  }
}
