import type { AdminPending } from '@flowprint/contract'
import type { Queryable } from '../../platform/database/index.ts'
import { pendingNumbers } from '../membership/index.ts'

export async function loadPending(client: Queryable): Promise<AdminPending> {
  const { pendingOrders, disputedOrders } = await pendingNumbers(client)
  return { pending_orders: pendingOrders, disputed_orders: disputedOrders }
}
