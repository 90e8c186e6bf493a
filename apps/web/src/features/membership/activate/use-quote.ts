import type { MyOrder, OrderQuote } from '@flowprint/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { loadMyOrders, quoteOrder } from '../calls.ts'

const QUOTE_KEY = ['quote']

/** The quote, refetched each time the page opens and never cached: an outdated address or amount loses money. */
export function useQuote() {
  return useQuery({
    queryKey: QUOTE_KEY,
    queryFn: ({ signal }) => quoteOrder(signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  })
}

/** The user's newest order; null when there is none. Independent of the quote, since payment may be closed. */
export function useNewestOrder() {
  return useQuery({
    queryKey: ['my_orders', 'newest'],
    queryFn: async ({ signal }): Promise<MyOrder | null> =>
      (await loadMyOrders({ page_cur: 1, page_size: 1 }, signal)).list[0] ?? null,
    staleTime: 0,
    gcTime: 0,
  })
}

/** After a submission: the order now awaiting review. */
export function useNoteSubmission(): (orderId: number) => void {
  const client = useQueryClient()
  return (orderId) =>
    client.setQueryData<OrderQuote>(QUOTE_KEY, (quote) => quote && { ...quote, pending_order_id: orderId })
}
