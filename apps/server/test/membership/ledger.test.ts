import { DAY_MS } from '@flowprint/orderflow'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireTimeOf, grantDays, isActive, membershipOf } from '../../src/modules/membership/index.ts'
import { addYear, computeExtension, replayLedger } from '../../src/modules/membership/rules/extend.ts'
import type { LedgerEntry } from '../../src/modules/membership/rules/extend.ts'
import { inTransaction } from '../../src/platform/database/index.ts'
import { testDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'

const NOW = Date.parse('2026-03-01T12:00:00.123Z')

let database: TestDatabase
let account = 1000
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const give = (accountId: number, days: number, at: number, kind: 'grant' | 'trial' = 'grant') =>
  inTransaction(database.pool, (client) => grantDays(client, { accountId, days, at, kind, actorId: null }))

async function ledgerOf(accountId: number) {
  const { rows } = await database.pool.query(
    'select kind, at, days, from_time, to_time from membership_event where account_id = $1 order by id',
    [accountId],
  )
  return rows.map((row) => ({
    kind: row.kind as 'grant',
    at: row.at.getTime(),
    days: row.days,
    from: row.from_time.getTime(),
    to: row.to_time.getTime(),
  }))
}

describe('ledger rules', () => {
  test('append days to the remaining ones, or start at once when none remain', () => {
    expect(computeExtension(null, NOW, 2)).toEqual({ from: NOW, to: NOW + 2 * DAY_MS })
    expect(computeExtension(NOW - 1, NOW, 2)).toEqual({ from: NOW, to: NOW + 2 * DAY_MS })
    expect(computeExtension(NOW, NOW, 2)).toEqual({ from: NOW, to: NOW + 2 * DAY_MS })
    expect(computeExtension(NOW + 5 * DAY_MS, NOW, 2)).toEqual({ from: NOW + 5 * DAY_MS, to: NOW + 7 * DAY_MS })
  })

  test('treat a membership as active before its end, not at it', () => {
    expect([null, NOW - 1, NOW, NOW + 1].map((end) => isActive(end, NOW))).toEqual([false, false, false, true])
  })

  test.each([
    ['2026-11-20T10:00:00.000Z', '2027-11-20T10:00:00.000Z'],
    ['2028-02-29T23:59:59.999Z', '2029-02-28T23:59:59.999Z'],
    ['2027-02-28T00:00:00.000Z', '2028-02-28T00:00:00.000Z'],
    ['2027-12-31T12:00:00.000Z', '2028-12-31T12:00:00.000Z'],
  ])('add a year: %s becomes %s', (from, to) => expect(new Date(addYear(Date.parse(from))).toISOString()).toBe(to))

  test('reverse all days of an order, whatever followed', () => {
    const at = Date.parse('2028-03-01T00:00:00Z')
    const bought = { kind: 'purchase', at, orderId: 1 } as const
    const granted = { kind: 'grant', at, days: 10 } as const
    const again = { kind: 'purchase', at, orderId: 2 } as const
    const back = { kind: 'reversal', at: at + 5, orderId: 1, scope: 'all' } as const
    expect(replayLedger([bought, back])).toBe(at)
    expect(replayLedger([bought, granted, again, back])).toBe(
      (replayLedger([bought, granted, again]) as number) - 365 * DAY_MS,
    )
  })

  test.each([
    ['keeps used days', [0], 1, 100, 100],
    ['removes nothing for an expired order', [0], 1, 400, 365],
    ['removes all of an order that starts later', [0, 0], 2, 100, 365],
    ['removes the rest of the running order and keeps the next one', [0, 0], 1, 100, 465],
    ['removes nothing from the running order for an expired one', [0, 0], 1, 400, 730],
  ] as const)('reverse the remaining days: %s', (_what, bought, orderId, day, endsOn) => {
    const begin = Date.parse('2025-03-01T00:00:00Z')
    const entries: LedgerEntry[] = bought.map((after, i) => ({
      kind: 'purchase',
      at: begin + after * DAY_MS,
      orderId: i + 1,
    }))
    const back = { kind: 'reversal', at: begin + day * DAY_MS, orderId, scope: 'ahead' } as const
    expect(replayLedger([...entries, back])).toBe(begin + endsOn * DAY_MS)
  })

  test('keep used and granted days in reversals of the remaining days, in any order', () => {
    const begin = Date.parse('2025-03-01T00:00:00Z')
    for (const [first, second] of [
      [1, 2],
      [2, 1],
    ]) {
      const at = begin + 100 * DAY_MS
      const entries: LedgerEntry[] = [
        { kind: 'purchase', at: begin, orderId: 1 },
        { kind: 'purchase', at: begin, orderId: 2 },
        { kind: 'grant', at: begin, days: 30 },
        { kind: 'reversal', at, orderId: first, scope: 'ahead' },
        { kind: 'reversal', at: at + DAY_MS, orderId: second, scope: 'ahead' },
      ]
      expect(replayLedger(entries)).toBe(begin + 131 * DAY_MS)
    }
  })

  test('treat an empty ledger as no membership', () => expect(replayLedger([])).toBeNull())
})

describe('ledger', () => {
  test('replays to expire_time under concurrent clients (I10)', async () => {
    const grants = fc.array(
      fc.record({ who: fc.nat(2), days: fc.integer({ min: 1, max: 400 }), at: fc.integer({ min: -800, max: 800 }) }),
      { minLength: 1, maxLength: 24 },
    )
    await fc.assert(
      fc.asyncProperty(grants, async (list) => {
        const first = (account += 3)
        // All at once: they compete for the rows of three accounts over several connections.
        await Promise.all(list.map(({ who, days, at }) => give(first + who, days, NOW + at * DAY_MS)))
        for (const who of [0, 1, 2]) {
          const entries = await ledgerOf(first + who)
          expect(entries).toHaveLength(list.filter((one) => one.who === who).length)
          expect(await expireTimeOf(database.pool, first + who)).toBe(replayLedger(entries))
          // Every entry starts at the end of its predecessor or later: no day is given twice or lost.
          entries.reduce((end, { at, days, from, to }) => {
            expect([from, to]).toEqual([Math.max(at, end), Math.max(at, end) + days * DAY_MS])
            return to
          }, -Infinity)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('adds up forty concurrent grants to an account without a membership', async () => {
    const id = (account += 3)
    await Promise.all(Array.from({ length: 40 }, () => give(id, 1, NOW)))
    expect(await expireTimeOf(database.pool, id)).toBe(NOW + 40 * DAY_MS)
  })

  test('keeps nothing of a grant that is rolled back', async () => {
    const id = (account += 3)
    const failing = inTransaction(database.pool, async (client) => {
      await grantDays(client, { accountId: id, days: 3, at: NOW, actorId: 7 })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect([await expireTimeOf(database.pool, id), await ledgerOf(id)]).toEqual([null, []])
  })

  test('grants a trial once, and shows it while it runs and nothing extends it', async () => {
    const id = (account += 3)
    await give(id, 7, NOW, 'trial')
    expect(await membershipOf(database.pool, id, NOW)).toEqual({
      expireTime: NOW + 7 * DAY_MS,
      active: true,
      isTrial: true,
    })
    expect(await membershipOf(database.pool, id, NOW + 7 * DAY_MS)).toMatchObject({ active: false, isTrial: false })
    await give(id, 30, NOW)
    expect(await membershipOf(database.pool, id, NOW)).toEqual({
      expireTime: NOW + 37 * DAY_MS,
      active: true,
      isTrial: false,
    })
    expect(await membershipOf(database.pool, id, NOW + 7 * DAY_MS)).toMatchObject({ active: true, isTrial: false })
    expect(await membershipOf(database.pool, id, NOW + 37 * DAY_MS)).toMatchObject({ active: false, isTrial: false })
    await expect(give(id, 7, NOW, 'trial')).rejects.toThrow('membership_event_one_trial')
    expect(await expireTimeOf(database.pool, id)).toBe(NOW + 37 * DAY_MS)
  })

  test.each([0, -1, 1.5, NaN])('rejects %s days', async (days) => {
    await expect(give(1, days, NOW)).rejects.toThrow('whole days')
  })

  test('is immutable', async () => {
    await give((account += 3), 1, NOW)
    for (const change of [
      'update membership_event set days = 999',
      'delete from membership_event',
      'truncate membership_event',
    ]) {
      await expect(database.pool.query(change)).rejects.toThrow('append-only')
    }
  })
})
