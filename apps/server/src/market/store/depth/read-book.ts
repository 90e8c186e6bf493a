import { Book, decodeDepthFrame, MINUTE_MS } from '@flowprint/orderflow'
import type { DepthFrame } from '@flowprint/orderflow'
import { floorTo } from '../tiers.ts'
import { loadChunk } from './chunk-rows.ts'
import type { DepthContext } from './context.ts'
import { unpackFrames } from './frames.ts'
import { loadHeadRow } from './head-rows.ts'
import { loadBaseSeq, loadFramesFrom, loadOldestSeq, loadSeqAt } from './log-rows.ts'
import type { Instrument } from '../types.ts'
import type { DepthHead, StoredBook, StoredDepthFrame } from './types.ts'

/** A minute has 240 frames at the usual pace; later ones follow in further pages. */
const PAGE = 1_000

/** See `DepthStore.readHead`. */
export async function readDepthHead(
  { reads }: DepthContext,
  instrument: Instrument,
  cut = Infinity,
): Promise<DepthHead | null> {
  const row = await loadHeadRow(reads, instrument.id)
  if (row === null) return null
  const isVisible = row.first_ts !== null && row.first_ts < cut
  const base = { mode: row.mode, qtyUnit: row.qty_unit, step: row.step, proof: row.proof }
  if (!isVisible || row.until_ts === null)
    return { ...base, lastSeq: 0, fromMs: null, untilMs: null, state: 'syncing', reason: row.reason }
  const isWhole = row.until_ts <= cut
  const last = isWhole
    ? { seq: row.last_seq, until: row.until_ts, kind: row.run_from === null ? 'end' : 'changes' }
    : await loadSeqAt(reads, instrument.id, cut)
  const hasEnded = last === null || last.kind === 'end'
  return {
    ...base,
    lastSeq: last?.seq ?? 0,
    fromMs: row.first_ts,
    untilMs: last?.until ?? null,
    state: hasEnded ? (row.reason === OVERLOAD ? 'shed' : 'lost') : (row.proof ?? 'lost'),
    reason: hasEnded ? row.reason : '',
  }
}

/** Why a run was ended to relieve the node. */
export const OVERLOAD = 'overload'

/** See `DepthStore.readFrames`. */
export async function readDepthFrames(
  { reads }: DepthContext,
  instrument: Instrument,
  fromSeq: number,
  { limit, cut = Infinity }: { readonly limit: number; readonly cut?: number | undefined },
): Promise<readonly StoredDepthFrame[] | null> {
  const head = await loadHeadRow(reads, instrument.id)
  if (head === null || fromSeq > head.last_seq) return null
  const until = Math.min(cut, head.until_ts ?? 0)
  const frames = await loadFramesFrom(reads, instrument.id, { fromSeq, until, limit })
  if (frames.length > 0) return frames[0].seq === fromSeq + 1 ? frames : null
  if (fromSeq === head.last_seq) return []
  // Nothing is released yet, or all of it was dropped.
  const oldest = await loadOldestSeq(reads, instrument.id)
  return oldest !== null && oldest <= fromSeq + 1 ? [] : null
}

/** See `DepthStore.readBook`. */
export async function readBook(
  context: DepthContext,
  instrument: Instrument,
  { at: asked, cut = Infinity }: { readonly at?: number | undefined; readonly cut?: number | undefined } = {},
): Promise<StoredBook | null> {
  const { reads } = context
  const head = await loadHeadRow(reads, instrument.id)
  if (head === null || head.until_ts === null) return null
  if (asked !== undefined && asked > cut) return null
  const at = Math.min(asked ?? Infinity, cut, head.until_ts)
  // After the known time of a run that has ended, nothing is known.
  if (head.run_from === null && (asked ?? cut) > head.until_ts) return null
  const base = await loadBaseSeq(reads, instrument.id, at)
  if (base === null) return readBookOfLevels(context, instrument, at)
  const replay = new Replay(at)
  for (let fromSeq = base - 1; !replay.isDone;) {
    const page = await loadFramesFrom(reads, instrument.id, { fromSeq, until: Number.MAX_SAFE_INTEGER, limit: PAGE })
    for (const { bytes } of page) if (!replay.isDone) replay.add(decodeDepthFrame(bytes))
    if (page.length < PAGE) break
    fromSeq = page[page.length - 1].seq
  }
  return replay.book()
}

/** The minute's row holds everything: it begins with the book at its start, or with the start of a run. */
async function readBookOfLevels(
  { reads }: DepthContext,
  instrument: Instrument,
  at: number,
): Promise<StoredBook | null> {
  const bytes = await loadChunk(reads, instrument.id, { tier: 'levels', fromMs: floorTo(at, MINUTE_MS) })
  if (bytes === null) return null
  const replay = new Replay(at)
  for (const frame of unpackFrames(bytes)) if (!replay.isDone) replay.add(frame)
  return replay.book()
}

/** Applies frames until a moment: changes before it, and whole books at it or before. */
class Replay {
  readonly #at: number
  readonly #book = new Book()
  #last: DepthFrame | null = null
  #seq = 0
  #until = -Infinity
  #t = 0
  #isKnown = false
  isDone = false

  constructor(at: number) {
    this.#at = at
  }

  add(frame: DepthFrame): void {
    const { kind, snapshot, changes } = frame
    if (snapshot !== null && snapshot.t > this.#at) {
      // A new run: nothing is known between the end of the earlier one and its start.
      if (kind === 'start' && this.#until < this.#at) this.#isKnown = false
      this.isDone = true
      return
    }
    if (kind === 'end') {
      this.isDone = this.#until >= this.#at
      if (!this.isDone) this.#isKnown = false
      return
    }
    if (snapshot !== null) {
      this.#book.load(snapshot)
      this.#t = snapshot.t
      this.#isKnown = true
    } else if (changes !== null && this.#last !== null) this.#apply(frame, changes.t)
    this.#last = frame
    // A frame that reaches beyond the moment is repeated by its readers, which changes nothing.
    if (frame.until <= this.#at) this.#seq = frame.seq
    else this.isDone = true
    this.#until = Math.min(frame.until, this.#at)
  }

  book(): StoredBook | null {
    if (!this.#isKnown || this.#last === null) return null
    const { proof, qtyUnit } = this.#last
    return { snapshot: this.#book.snapshot(this.#t), seq: this.#seq, until: this.#until, proof, qtyUnit }
  }

  #apply(frame: DepthFrame, times: Float64Array): void {
    let events = times.length
    while (events > 0 && times[events - 1] >= this.#at) events--
    if (events > 0) {
      this.#book.apply(frame.changes as NonNullable<DepthFrame['changes']>, 0, events)
      this.#t = times[events - 1]
    }
    if (frame.until <= this.#at) this.#book.setWindow(frame.window)
  }
}
