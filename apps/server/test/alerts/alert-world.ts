import { setTimeout as sleep } from 'node:timers/promises'
import type { AlertEvent, AlertRule, SaveAlertBody } from '@flowprint/contract'
import { grantDays } from '../../src/modules/membership/index.ts'
import { AlertWorker } from '../../src/modules/alerts/evaluate/alert-worker.ts'
import { MarketHub } from '../../src/market/index.ts'
import { storedDepthModes } from '../../src/market/ingest/index.ts'
import { openDepthStore, openDerivativesStore, openStore } from '../../src/market/store/index.ts'
import { createBus } from '../../src/platform/bus/index.ts'
import { createKeys } from '../../src/platform/keys/index.ts'
import { LEASE_TIMEOUT_MS, Leases } from '../../src/platform/lease/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { appUnderTest, TEST_KEY } from '../app-under-test.ts'
import { DatabaseTape } from '../market/stream/database-tape.ts'
import type { Trade } from '../market/stream/memory-tape.ts'
import { testClock } from '../test-clock.ts'
import { testDatabase } from '../test-database.ts'

export const DELAY_MS = 15 * 60_000
/** A whole hour, so that bars of every interval start there. */
export const START = Date.UTC(2026, 0, 5, 12)

/** A replayed market, members with alerts, and any number of evaluators. */
export async function alertWorld(symbol = 'TEST:ALERT') {
  const database = await testDatabase()
  const bus = createBus((error) => {
    throw error
  })
  const clock = testClock()
  const setNow = (ms: number): void => clock.stopAt(ms)
  setNow(START)
  const store = openStore({ pool: database.pool, url: database.url, bus, relay: false })
  const depth = openDepthStore({
    pool: database.pool,
    url: database.url,
    bus,
    leases: new Leases(database.url),
    listInstruments: () => store.listInstruments(),
  })
  const derivatives = openDerivativesStore({
    pool: database.pool,
    url: database.url,
    bus,
    leases: new Leases(database.url),
    listInstruments: () => store.listInstruments(),
  })
  const tape = await DatabaseTape.open(store, bus, symbol)
  const server = await appUnderTest({ pool: database.pool, store, bus, clock })
  const workers: AlertWorker[] = []
  let people = 0

  async function person(options: { member?: boolean } = {}): Promise<number> {
    people++
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into account (username, username_key, email, email_key, first_name, last_name, language, created_at, activated_at)
       values ($1, $1, $2, $2, '', '', 'en', now(), now()) returning id`,
      [`person${people}`, `person${people}@example.com`],
    )
    const [{ id }] = rows
    if (options.member !== false)
      await grantDays(database.pool, { accountId: id, days: 3000, at: START, actorId: null })
    return id
  }

  /** Saves like the call, without HTTP. */
  async function wait(
    accountId: number,
    rule: AlertRule,
    given: Partial<SaveAlertBody> & { readonly delayMs?: number } = {},
  ): Promise<number> {
    const { saveAlert } = await import('../../src/modules/alerts/commands/save-alert.ts')
    const { delayMs = 0, ...more } = given
    const body: SaveAlertBody = {
      symbol,
      name: '',
      rule,
      repeat: 'event',
      cooldown: 0,
      expires_at: null,
      channels: ['page'],
      sound: 'bell',
      enabled: true,
      ...more,
    }
    const deps = { pool: database.pool, store, depth, depthModes: storedDepthModes(database.pool), derivatives, clock }
    return (await saveAlert(deps as never, { accountId, sessionId: 0, delayMs }, body)).id
  }

  function worker(): AlertWorker {
    const hub = new MarketHub({ store, derivatives, bus, clock, log: createLog('silent'), frameGapMs: 0 })
    const made = new AlertWorker({
      pool: database.pool,
      leases: new Leases(database.url, { timeoutMs: LEASE_TIMEOUT_MS }),
      store,
      depth,
      derivatives,
      hub,
      bus,
      clock,
      log: createLog('silent'),
      freeDelayMs: DELAY_MS,
      pollMs: Infinity,
    })
    workers.push(made)
    return made
  }

  /** Commits trades, with the clock of the machine and of the market at the newest. */
  async function trade(trades: readonly Trade[], watermark = Math.max(...trades.map(({ ts }) => ts))): Promise<void> {
    setNow(watermark)
    await tape.commit(trades, watermark)
  }

  /** A trade after an unverified range. */
  async function breakOff(trade: Trade, from: number, to: number): Promise<void> {
    setNow(trade.ts)
    await tape.commitAfter(trade, from, to)
  }

  async function events(): Promise<(AlertEvent & { readonly key: string })[]> {
    const { rows } = await database.pool.query('select *, dedupe_key as key from alert_event order by t, dedupe_key')
    return rows
  }

  return {
    database,
    pool: database.pool,
    bus,
    clock,
    store,
    depth,
    derivatives,
    tape,
    server,
    symbol,
    setNow,
    person,
    wait,
    worker,
    trade,
    breakOff,
    events,
    /**
     * Resolves when evaluators have processed what was committed: they run in this process, so their computations delay
     * these checks, and a connection in use is a query of theirs.
     */
    async settle(): Promise<void> {
      await sleep(450)
      for (let idle = 0; idle < 10; idle++) {
        await sleep(25)
        const { pool } = database
        if (pool.idleCount < pool.totalCount || pool.waitingCount > 0) idle = 0
      }
    },
    keys: createKeys([TEST_KEY]),
    async close(): Promise<void> {
      for (const one of workers) await one.stop()
      await server.app.close()
      await tape.close()
      await store.close()
      await database.drop()
    },
  }
}

export type AlertWorld = Awaited<ReturnType<typeof alertWorld>>
