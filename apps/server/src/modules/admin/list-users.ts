import type { AdminUsers, AdminUsersBody } from '@flowprint/contract'
import { countUsers, listUsers, userFilter } from '../accounts/index.ts'
import type { AdminDeps } from './admin-deps.ts'

/** All users that match, newest first. */
export async function listUsersFor({ pool, clock }: AdminDeps, body: AdminUsersBody): Promise<AdminUsers> {
  const { page_cur = 1, page_size = 10 } = body
  const filter = await userFilter(pool, body, clock.now())
  const [list, count] = await Promise.all([
    listUsers(pool, filter, { from: (page_cur - 1) * page_size, size: page_size }),
    countUsers(pool, filter),
  ])
  return { list, ...count, page_cur, page_size }
}
