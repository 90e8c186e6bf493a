import type { OrderQuote } from '@flowprint/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { quoteOrder } from '../calls.ts'

const QUOTE_KEY = ['quote']

/** What is to be paid, asked anew each time the page opens and kept nowhere: an old address or amount loses money. */
export function useQuote() {
  return useQuery({
    queryKey: QUOTE_KEY, queryFn: ({ signal }) => quoteOrder(signal), staleTime: 0, gcTime: 0, refetchOnMount: 'always', refetchOnReconnect: false,
  })
}

/** After a submission: the order that now waits for its review. */
export function useNoteSubmission(): (orderId: number) => void {
  const client = useQueryClient()
  return (orderId) => client.setQueryData<OrderQuote>(QUOTE_KEY, (quote) => quote && { ...quote, pending_order_id: orderId })
}
