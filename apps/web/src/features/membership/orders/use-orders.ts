import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { loadMyOrders } from '../calls.ts'
import type { OrderFilters } from './order-filters.ts'

export const PAGE_SIZE = 10
const ASK_AGAIN_MS = 30_000

/** One's own orders. The rows of before stay until the next ones are there; what waits for its review is asked about again. */
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
