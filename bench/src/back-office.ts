import { join } from 'node:path'
import type { Pool } from 'pg'
import { usersAfter } from '../../apps/server/src/modules/accounts/index.ts'
import type { AdminDeps } from '../../apps/server/src/modules/admin/plugin.ts'
import { listUsersFor } from '../../apps/server/src/modules/admin/queries/lists.ts'
import { listOrdersForReview } from '../../apps/server/src/modules/membership/queries/check-order.ts'
import { adminOrdersAfter } from '../../apps/server/src/modules/membership/index.ts'
import { loadInviterDetail } from '../../apps/server/src/modules/promotion/queries/list-dividends.ts'
import { dividendsAfter } from '../../apps/server/src/modules/promotion/index.ts'
import type { PromotionDeps } from '../../apps/server/src/modules/promotion/plugin.ts'
import { createClock } from '../../apps/server/src/platform/clock/index.ts'
import { fillBackOffice, GREAT_INVITER, ORDERS, TRANSACTION, USERS } from './back-office-data.ts'
import { median, timeInTurns, withinRow, type BenchRow } from './harness.ts'
import { openBenchStore, removeBenchStore } from './store.ts'
import { withTempFolder } from './temp-folder.ts'

const ROUNDS = 60
const PAGE = 10

/**
 * The heaviest lists of the back office, with a million users and three million orders, compared with reading a page by
 * its keys.
 */
export function benchBackOffice(): Promise<BenchRow[]> {
  return withTempFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const bench = await openBenchStore(dataDir)
    try {
      const started = performance.now()
      await fillBackOffice(bench.database.pool)
      console.log(
        `bench: ${USERS} users and ${ORDERS} orders in ${((performance.now() - started) / 1000).toFixed(0)} s`,
      )
      return await measure(bench.database.pool)
    } finally {
      await bench.close()
      removeBenchStore(dataDir)
    }
  })
}

async function measure(pool: Pool): Promise<BenchRow[]> {
  const clock = createClock()
  // The database part of each call.
  const users = (more: object = {}) => listUsersFor({ pool, clock } as AdminDeps, { page_size: PAGE, ...more })
  const orders = (more: object = {}) => listOrdersForReview({ pool }, { page_size: PAGE, ...more })
  const inviter = (more: object = {}) =>
    loadInviterDetail({ pool, clock } as PromotionDeps, { id: GREAT_INVITER, page_size: PAGE, ...more })
  const {
    rows: [found],
  } = await pool.query<{ transaction: string; settlement: string }>(
    `select ${TRANSACTION(String(ORDERS / 2))} as transaction, settlement_id as settlement from settlement where id = 7`,
  )
  let turn = 0
  const from = (most: number): number => (turn++ * 7919) % most
  const byKey = {
    users: () => usersAfter(pool, { now: clock.now() }, from(USERS - PAGE), PAGE),
    orders: () => adminOrdersAfter(pool, {}, from(ORDERS - PAGE), PAGE),
    dividends: () => dividendsAfter(pool, {}, from(USERS / 2), PAGE),
  }
  const works: [keyof typeof byKey, string, () => Promise<unknown>][] = [
    ['users', `first page of ${USERS} users`, () => users()],
    ['users', 'users by the beginning of a name', () => users({ name: 'user99999' })],
    ['users', 'users by the beginning of an address', () => users({ name: 'u123456@' })],
    ['orders', `first page of ${ORDERS} orders`, () => orders()],
    [
      'orders',
      'orders by the beginning of a transaction',
      () => orders({ transaction_id: found.transaction.slice(0, 10) }),
    ],
    ['orders', 'orders of a user by name', () => orders({ user: 'user777777' })],
    ['dividends', 'an inviter of 100,000 dividends: sums and first page', () => inviter()],
    ['dividends', 'the same by the ID of a payout', () => inviter({ settlement_id: found.settlement })],
  ]
  const rows: BenchRow[] = []
  for (const [list, work, ours] of works) {
    const [mine, keys] = await timeInTurns(ROUNDS, [ours, byKey[list]])
    rows.push(withinRow('backOffice', work, `${PAGE} of its rows by primary key`, median(mine), median(keys), 3))
  }
  return rows
}
