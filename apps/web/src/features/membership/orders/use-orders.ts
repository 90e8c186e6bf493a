import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { loadMyOrders } from '../calls.ts'
import type { OrderFilters } from './order-filters.ts'

export const PAGE_SIZE = 10
const ASK_AGAIN_MS = 30_000

/** The user's orders. Previous rows stay while loading; pending orders are polled. */
export function useOrders({ status, search, page }: OrderFilters) {
  return useQuery({
    queryKey: ['my_orders', 'list', status, search, page],
    queryFn: ({ signal }) =>
      loadMyOrders(
        {
          page_cur: page,
          page_size: PAGE_SIZE,
          ...(status === null ? {} : { status }),
          ...(search === '' ? {} : { transaction_id: search }),
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.list.some((order) => order.status === 'pending') ? ASK_AGAIN_MS : false,
  })
}
