import {
  Book,
  composeColumns,
  DAY_MS,
  decodeDepthColumns,
  decodeDepthFrame,
  decodeDepthParts,
  encodeDepthParts,
  foldColumns,
  HOUR_MS,
  MINUTE_MS,
} from '@flowprint/orderflow'
import type { DepthColumns } from '@flowprint/orderflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FencedError } from '../../../../src/market/store/index.ts'
import type { DepthColumnsQuery, Instrument, StoredDepthColumns } from '../../../../src/market/store/index.ts'
import { appendAll, depthWorld, makeRun, numbered } from './depth-world.ts'
import type { DepthWorld, NewFrame } from './depth-world.ts'

const T = Date.UTC(2026, 10, 20, 10)
const STEP = 2
let world: DepthWorld
beforeAll(async () => {
  world = await depthWorld()
})
afterAll(() => world.close())

/** The book before `at`, by applying every frame. */
function bookAt(frames: readonly NewFrame[], at: number): Book {
  const book = new Book()
  for (const { snapshot, changes } of frames) {
    if (snapshot !== null && snapshot.t <= at) book.load(snapshot)
    for (let event = 0; event < (changes?.events ?? 0); event++)
      if (changes !== null && changes.t[event] < at) book.apply(changes, event, event + 1)
  }
  return book
}

const foldAll = (frames: readonly NewFrame[], fromMs: number, toMs: number): DepthColumns =>
  foldColumns(numbered(frames), { fromMs, toMs, step: STEP })

describe('append', () => {
  test('numbers frames without gaps and publishes them after the commit', async () => {
    const instrument = await world.newInstrument()
    const events = world.events(instrument.symbol)
    const lease = await world.depth.acquireLease(instrument, { mode: 'columns' })
    const frames = makeRun({ fromMs: T, toMs: T + 2_000, everyMs: 500, seed: 1 })
    await appendAll(world.depth, lease, frames)
    const stored = await world.depth.readFrames(instrument, 0, { limit: 100 })
    expect(stored?.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    expect(stored?.map(({ bytes }) => decodeDepthFrame(bytes))).toEqual(
      numbered(frames).map((frame) => ({ ...frame, symbol: instrument.symbol })),
    )
    expect(events.map((event) => (event.kind === 'depth' ? Buffer.from(event.frame) : null))).toEqual(
      stored?.map(({ bytes }) => Buffer.from(bytes)),
    )
    await lease.release()
  })

  test('rejects a recorder whose lease was taken over, with nothing stored or sent', async () => {
    const instrument = await world.newInstrument()
    const events = world.events(instrument.symbol)
    const old = await world.depth.acquireLease(instrument, { mode: 'columns' })
    const [start, first, second] = makeRun({ fromMs: T, toMs: T + 1_000, everyMs: 500, seed: 2 })
    await appendAll(world.depth, old, [start, first])
    // As if its connection had been lost without a word.
    await old.release()
    const unaware = Object.assign(Object.create(old), { assertHeld: () => {} })
    const next = await world.openOther().acquireLease(instrument, { mode: 'columns' })
    await expect(world.depth.append(unaware, second)).rejects.toBeInstanceOf(FencedError)
    expect(events).toHaveLength(2)
    expect((await world.depth.readHead(instrument))?.lastSeq).toBe(2)
    await next.release()
  })

  test('stores a repeated frame once when the first answer was lost', async () => {
    const instrument = await world.newInstrument()
    const lease = await world.depth.acquireLease(instrument, { mode: 'columns' })
    const [start, first, second] = makeRun({ fromMs: T, toMs: T + 1_000, everyMs: 500, seed: 3 })
    await world.depth.append(lease, start)
    const { pool } = world.tape.database
    const query = pool.query.bind(pool) as (...values: unknown[]) => Promise<unknown>
    let hasBroken = false
    pool.query = (async (...values: unknown[]) => {
      const result = await query(...values)
      if (!hasBroken && (values[0] as { name?: string }).name === 'append_depth') {
        hasBroken = true
        throw new Error('connection lost')
      }
      return result
    }) as never
    try {
      await expect(world.depth.append(lease, first)).rejects.toThrow('connection lost')
    } finally {
      pool.query = query as never
    }
    expect(await world.depth.append(lease, first)).toBe(2)
    expect(await world.depth.append(lease, second)).toBe(3)
    expect((await world.depth.readFrames(instrument, 0, { limit: 10 }))?.length).toBe(3)
    await lease.release()
  })

  test.each([
    ['changes without a run', (frames: NewFrame[]) => [frames[1]]],
    ['an earlier time', (frames: NewFrame[]) => [frames[0], frames[2], { ...frames[1], until: T + 100 }]],
    ['a frame over a full minute', (frames: NewFrame[]) => [frames[0], { ...frames[1], until: T + MINUTE_MS + 1 }]],
  ])('refuses %s', async (_name, choose) => {
    const instrument = await world.newInstrument()
    const lease = await world.depth.acquireLease(instrument, { mode: 'columns' })
    const frames = choose(makeRun({ fromMs: T, toMs: T + 2_000, everyMs: 500, seed: 4 }))
    await appendAll(world.depth, lease, frames.slice(0, -1))
    await expect(world.depth.append(lease, frames[frames.length - 1])).rejects.toThrow('Condition failed')
    await lease.release()
  })
})

/** `readColumns`, after comparing it with the parts that are passed on. */
async function readInBothForms(instrument: Instrument, query: DepthColumnsQuery): Promise<StoredDepthColumns> {
  const stored = await world.depth.readColumns(instrument, query)
  const { intervalMs, fromMs, toMs, cut = Infinity } = query
  const { step } = stored.columns
  const asked = await world.depth.readColumnParts(instrument, { ...query, step })
  if (![1_000, 5_000, MINUTE_MS].includes(intervalMs)) expect(asked).toBeNull()
  if (asked === null) return stored
  const { parts, qtyUnit } = asked
  expect(qtyUnit).toBe(stored.qtyUnit)
  for (const { bytes } of parts) {
    const part = decodeDepthColumns(bytes)
    expect(part.fromMs + part.length * part.intervalMs).toBeLessThanOrEqual(cut)
  }
  const length = (toMs - fromMs) / intervalMs
  expect(decodeDepthParts(encodeDepthParts({ intervalMs, step, fromMs, length, parts }))).toEqual(stored.columns)
  return stored
}

describe('columns', () => {
  test('equal those of all frames before and after minutes, hours and days are closed', async () => {
    const instrument = await world.newInstrument()
    const fromMs = Date.UTC(2026, 10, 19, 22, 58, 30)
    const toMs = Date.UTC(2026, 10, 20, 0, 1, 20)
    const frames = makeRun({ fromMs, toMs, everyMs: 15_000, seed: 5 })
    const lease = await world.depth.acquireLease(instrument, { mode: 'levels' })
    await appendAll(world.depth, lease, frames)
    const start = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS
    const end = Math.ceil(toMs / MINUTE_MS) * MINUTE_MS
    const seconds = foldAll(frames, start, end)
    const expected = (intervalMs: number): DepthColumns =>
      composeColumns([seconds], { intervalMs, fromMs: start, toMs: end })
    const read = async (intervalMs: number): Promise<DepthColumns> =>
      (await readInBothForms(instrument, { fromMs: start, toMs: end, intervalMs })).columns
    // The last interval is not over.
    for (const intervalMs of [5_000, MINUTE_MS]) {
      const open = await read(intervalMs)
      const whole = expected(intervalMs)
      const passed = Math.floor((toMs - start) / intervalMs)
      expect(Array.from(open.state.slice(0, passed))).toEqual(Array.from(whole.state.slice(0, passed)))
      expect(Array.from(open.sum)).toEqual(Array.from(whole.sum.slice(0, open.sum.length)))
    }
    await world.depth.closeMinutes(lease, toMs)
    const { rows } = await world.tape.database.pool.query(
      'select tier, count(*)::int as count from depth_chunk where instrument_id = $1 group by tier order by tier',
      [instrument.id],
    )
    expect(rows).toEqual([
      // Two hours, of which the day is made a day later, and the first minute of the next one.
      { tier: '1m', count: 3 },
      { tier: '1s', count: 63 },
      { tier: '5s', count: 2 },
      { tier: 'levels', count: 63 },
    ])
    expect(await read(1_000)).toEqual(seconds)
    for (const intervalMs of [5_000, 15_000]) expect(await read(intervalMs)).toEqual(expected(intervalMs))
    const minutes = await read(MINUTE_MS)
    // The minute that is not over has no end yet.
    expect(minutes.state[minutes.length - 1]).toBe(0)
    const whole = expected(MINUTE_MS)
    expect(Array.from(minutes.lots)).toEqual(Array.from(whole.lots.slice(0, minutes.lots.length)))
    expect(Array.from(minutes.up)).toEqual(Array.from(whole.up.slice(0, minutes.up.length)))
    expect(minutes.length).toBe(whole.length)
    await lease.release()
  })

  test('of minutes are in rows of a minute, then of an hour, a day later of a day, and need none of them', async () => {
    const instrument = await world.newInstrument()
    const { pool } = world.tape.database
    const fromMs = Date.UTC(2026, 10, 19, 22, 57, 30)
    const toMs = Date.UTC(2026, 10, 20, 1, 2, 10)
    const frames = makeRun({ fromMs, toMs, everyMs: 30_000, seed: 15, withEnd: true })
    const lease = await world.depth.acquireLease(instrument, { mode: 'columns' })
    await appendAll(world.depth, lease, frames)
    const start = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS
    const end = Math.floor(toMs / MINUTE_MS) * MINUTE_MS
    const expected = composeColumns([foldAll(frames, start, end)], { intervalMs: MINUTE_MS, fromMs: start, toMs: end })
    const read = async (): Promise<DepthColumns> =>
      (await readInBothForms(instrument, { fromMs: start, toMs: end, intervalMs: MINUTE_MS })).columns
    const lengths = async (): Promise<readonly number[]> => {
      const { rows } = await pool.query<{ minutes: number }>(
        "select (to_ts - from_ts)::int / 60000 as minutes from depth_chunk where instrument_id = $1 and tier = '1m' order by from_ts",
        [instrument.id],
      )
      return rows.map(({ minutes }) => minutes)
    }
    for (const [until, rows] of [
      [Date.UTC(2026, 10, 19, 22, 59), [1, 1]],
      [Date.UTC(2026, 10, 19, 23, 1), [60, 1]],
      [Date.UTC(2026, 10, 19, 23, 59), [60, ...Array.from({ length: 59 }, () => 1)]],
      [toMs, [60, 60, 60, 1, 1]],
      [Date.UTC(2026, 10, 20, 23, 59), [60, 60, 60, 60]],
      [Date.UTC(2026, 10, 21, 0, 1), [1440, 60, 60]],
    ] as const) {
      await world.depth.closeMinutes(lease, until)
      expect(await lengths()).toEqual(rows)
      expect(await read()).toEqual(expected)
    }
    // As stored before there were rows for minutes and hours.
    await pool.query("delete from depth_chunk where instrument_id = $1 and tier = '1m' and to_ts - from_ts < $2", [
      instrument.id,
      24 * 60 * MINUTE_MS,
    ])
    expect(await read()).toEqual(expected)
    await lease.release()
  })

  test('use one unit when quantities became finer', async () => {
    const instrument = await world.newInstrument()
    const lease = await world.depth.acquireLease(instrument, { mode: 'columns' })
    const coarse = makeRun({ fromMs: T, toMs: T + MINUTE_MS, everyMs: 5_000, seed: 6, qtyUnit: '0.01', withEnd: true })
    const fine = makeRun({ fromMs: T + MINUTE_MS, toMs: T + 2 * MINUTE_MS, everyMs: 5_000, seed: 6, qtyUnit: '0.001' })
    await appendAll(world.depth, lease, [...coarse, ...fine])
    await world.depth.closeMinutes(lease, T + 2 * MINUTE_MS)
    const { columns, qtyUnit } = await readInBothForms(instrument, {
      fromMs: T,
      toMs: T + 2 * MINUTE_MS,
      intervalMs: 1_000,
    })
    expect(qtyUnit).toBe('0.001')
    const first = foldAll(coarse, T, T + MINUTE_MS)
    expect(Array.from(columns.lots.slice(0, first.lots.length))).toEqual(Array.from(first.lots, (lots) => lots * 10))
    await lease.release()
  })

  test('have rows of the least common multiple of the asked and the stored height', async () => {
    const instrument = await world.newInstrument()
    const lease = await world.depth.acquireLease(instrument, { mode: 'columns' })
    await appendAll(world.depth, lease, makeRun({ fromMs: T, toMs: T + MINUTE_MS, everyMs: 5_000, seed: 7 }))
    const range = { fromMs: T, toMs: T + MINUTE_MS, intervalMs: 1_000 }
    expect((await readInBothForms(instrument, { ...range, step: 5 })).columns.step).toBe(10)
    expect((await readInBothForms(instrument, range)).columns.step).toBe(STEP)
    await lease.release()
  })
})

describe('folding', () => {
  test('reports an unreadable entry, keeps the log until it is readable, and folds other markets', async () => {
    const [broken, other] = [await world.newInstrument(), await world.newInstrument()]
    const frames = makeRun({ fromMs: T, toMs: T + 2 * MINUTE_MS, everyMs: 5_000, seed: 14 })
    const leases = [
      await world.depth.acquireLease(broken, { mode: 'levels' }),
      await world.depth.acquireLease(other, { mode: 'levels' }),
    ]
    for (const lease of leases) await appendAll(world.depth, lease, frames)
    const { pool } = world.tape.database
    const write = (payload: Buffer): Promise<unknown> =>
      pool.query('update depth_log set payload = $2 where instrument_id = $1 and seq = 20', [broken.id, payload])
    const { rows } = await pool.query<{ payload: Buffer }>(
      'select payload from depth_log where instrument_id = $1 and seq = 20',
      [broken.id],
    )
    await write(rows[0].payload.subarray(0, 8))
    const [failed, folded] = await Promise.allSettled(
      leases.map((lease) => world.depth.closeMinutes(lease, T + 2 * MINUTE_MS)),
    )
    expect([failed.status, folded.status]).toEqual(['rejected', 'fulfilled'])
    // The first minute is readable.
    expect(leases.map((lease) => lease.closedUntil)).toEqual([T + MINUTE_MS, T + 2 * MINUTE_MS])
    await write(rows[0].payload)
    await world.depth.closeMinutes(leases[0], T + 2 * MINUTE_MS)
    const range = { fromMs: T, toMs: T + 2 * MINUTE_MS, intervalMs: 1_000 }
    const read = async (instrument: typeof broken): Promise<DepthColumns> =>
      (await readInBothForms(instrument, range)).columns
    expect(await read(broken)).toEqual(foldAll(frames, T, T + 2 * MINUTE_MS))
    expect(await read(other)).toEqual(await read(broken))
    for (const lease of leases) await lease.release()
  })

  test('ends with the store and is repeated by the next recorder', async () => {
    const instrument = await world.newInstrument()
    const closing = world.openOther()
    const lease = await closing.acquireLease(instrument, { mode: 'levels' })
    const frames = makeRun({ fromMs: T, toMs: T + 3 * MINUTE_MS, everyMs: 5_000, seed: 15 })
    await appendAll(closing, lease, frames)
    await closing.close()
    await expect(closing.closeMinutes(lease, T + 3 * MINUTE_MS)).rejects.toThrow('the depth folder thread ended')
    await lease.release()
    const next = await world.depth.acquireLease(instrument, { mode: 'levels' })
    await world.depth.closeMinutes(next, T + 3 * MINUTE_MS)
    const range = { fromMs: T, toMs: T + 3 * MINUTE_MS, intervalMs: 1_000 }
    expect((await readInBothForms(instrument, range)).columns).toEqual(foldAll(frames, T, T + 3 * MINUTE_MS))
    await next.release()
  })
})

describe('a crash', () => {
  test('between commit and close loses nothing: the next recorder folds the log', async () => {
    const instrument = await world.newInstrument()
    const lease = await world.depth.acquireLease(instrument, { mode: 'columns' })
    const before = makeRun({ fromMs: T, toMs: T + 90_500, everyMs: 2_000, seed: 8 })
    await appendAll(world.depth, lease, before)
    await lease.release()
    const other = world.openOther()
    const next = await other.acquireLease(instrument, { mode: 'columns' })
    expect([next.isRunning, next.reason]).toEqual([false, 'the recorder stopped'])
    const after = makeRun({
      fromMs: T + 100_000,
      toMs: T + 150_000,
      everyMs: 2_000,
      seed: 9,
      reason: 'the recorder stopped',
    })
    await appendAll(other, next, after)
    await other.closeMinutes(next, T + 150_000)
    const { columns } = await other.readColumns(instrument, { fromMs: T, toMs: T + 150_000, intervalMs: 1_000 })
    expect(columns).toEqual(foldAll([...before, ...after], T, T + 150_000))
    // The gap stays one.
    expect(Array.from(columns.state.slice(88, 101))).toEqual([3, 3, ...Array<number>(10).fill(0), 3])
    await next.release()
  })
})

describe('books', () => {
  let instrument: Awaited<ReturnType<DepthWorld['newInstrument']>>
  const frames = makeRun({ fromMs: T, toMs: T + 200_000, everyMs: 1_000, seed: 10 })
  beforeAll(async () => {
    instrument = await world.newInstrument()
    const lease = await world.depth.acquireLease(instrument, { mode: 'levels' })
    await appendAll(world.depth, lease, frames)
    await world.depth.closeMinutes(lease, T + 200_000)
    await lease.release()
  })
  const levelsOf = async (at?: number, cut?: number) => {
    const stored = await world.depth.readBook(instrument, { at, cut })
    return stored === null ? null : { ...stored.snapshot, t: 0 }
  }

  test.each([0, 500, 59_999, 60_000, 60_001, 123_456, 200_000])(
    'as of %d ms are those of the frames',
    async (after) => {
      expect(await levelsOf(T + after)).toEqual({ ...bookAt(frames, T + after).snapshot(0), window: frames[0].window })
    },
  )

  test('of the present continue with the frames after their seq', async () => {
    const book = await world.depth.readBook(instrument)
    expect(book?.until).toBe(T + 200_000)
    expect(await world.depth.readFrames(instrument, book?.seq ?? 0, { limit: 10 })).toEqual([])
  })

  test('before the log begins, after it ends and in gaps are unknown', async () => {
    expect(await levelsOf(T - 1)).toBeNull()
    const other = await world.newInstrument()
    const lease = await world.depth.acquireLease(other, { mode: 'columns' })
    await appendAll(
      world.depth,
      lease,
      makeRun({ fromMs: T, toMs: T + 5_000, everyMs: 1_000, seed: 11, withEnd: true }),
    )
    expect(await world.depth.readBook(other)).toBeNull()
    expect(await world.depth.readBook(other, { at: T + 4_000 })).not.toBeNull()
    await appendAll(world.depth, lease, makeRun({ fromMs: T + 9_000, toMs: T + 12_000, everyMs: 1_000, seed: 12 }))
    expect(await world.depth.readBook(other, { at: T + 7_000 })).toBeNull()
    expect(await world.depth.readBook(other)).not.toBeNull()
    await lease.release()
  })

  test('of the past come from levels once the log is gone', async () => {
    const { pool } = world.tape.database
    await pool.query('delete from depth_log where instrument_id = $1 and until_ts <= $2', [instrument.id, T + 120_000])
    const book = await levelsOf(T + 70_500)
    expect(book).toEqual({ ...bookAt(frames, T + 70_500).snapshot(0), window: frames[0].window })
    expect(await world.depth.readFrames(instrument, 3, { limit: 10 })).toBeNull()
  })

  test('of delayed readers end at their cut', async () => {
    const cut = T + 150_500
    expect(await levelsOf(undefined, cut)).toEqual({ ...bookAt(frames, cut).snapshot(0), window: frames[0].window })
    expect(await levelsOf(cut + 1, cut)).toBeNull()
    const head = await world.depth.readHead(instrument, cut)
    expect(head).toMatchObject({ untilMs: T + 150_000, fromMs: T })
    const released = await world.depth.readFrames(instrument, (head?.lastSeq ?? 0) - 2, { limit: 100, cut })
    expect(released?.map(({ until }) => until)).toEqual([T + 149_000, T + 150_000])
    expect(await world.depth.readFrames(instrument, head?.lastSeq ?? 0, { limit: 100, cut })).toEqual([])
    const { columns } = await readInBothForms(instrument, {
      fromMs: T,
      toMs: T + 200_000,
      intervalMs: 5_000,
      cut,
    })
    expect([columns.state[29], columns.state[30]]).toEqual([3, 0])
    // In seconds of a folded minute, and of one that is read from the log.
    for (const seconds of [150, 190]) {
      const found = await readInBothForms(instrument, {
        fromMs: T,
        toMs: T + 200_000,
        intervalMs: 1_000,
        cut: T + seconds * 1_000 + 500,
      })
      expect([found.columns.state[seconds - 1], found.columns.state[seconds]]).toEqual([3, 0])
    }
    expect(await world.depth.readHead(instrument, T)).toMatchObject({ lastSeq: 0, untilMs: null })
  })
})

describe('retention', () => {
  test('drops the log once it is folded, levels after two days, and keeps minutes for ever', async () => {
    const own = await depthWorld()
    const instrument = await own.newInstrument()
    const lease = await own.depth.acquireLease(instrument, { mode: 'levels' })
    await own.depth.createPartitions(T)
    await appendAll(own.depth, lease, makeRun({ fromMs: T, toMs: T + 3 * MINUTE_MS, everyMs: 10_000, seed: 13 }))
    // Not folded and still leased: nothing is dropped.
    expect(await own.depth.retain(T + 10 * HOUR_MS)).toEqual([])
    await lease.release()
    const dropped = await own.depth.retain(T + 10 * HOUR_MS)
    expect(dropped).toContain('depth_log_2026_11_20t10')
    expect(dropped.every((name) => name.startsWith('depth_log_'))).toBe(true)
    const columns = async (intervalMs: number): Promise<number> =>
      (await own.depth.readColumns(instrument, { fromMs: T, toMs: T + 3 * MINUTE_MS, intervalMs })).columns.sum.length
    expect(await columns(1_000)).toBeGreaterThan(0)
    expect(await own.depth.readBook(instrument, { at: T + 65_000 })).not.toBeNull()
    expect(await own.depth.retain(T + 3 * DAY_MS)).toContain('depth_chunk_levels_2026_11_20')
    expect(await own.depth.readBook(instrument, { at: T + 65_000 })).toBeNull()
    expect(await own.depth.retain(T + 40 * DAY_MS)).toContain('depth_chunk_1s_2026_11_20')
    expect(await own.depth.retain(T + 420 * DAY_MS)).toContain('depth_chunk_5s_2026_11')
    expect([await columns(1_000), await columns(MINUTE_MS)]).toEqual([0, expect.any(Number)])
    expect(await columns(MINUTE_MS)).toBeGreaterThan(0)
    await own.close()
  })
})
