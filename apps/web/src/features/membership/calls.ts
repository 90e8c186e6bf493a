import type { MyOrder, NetworkProperty, OrderQuote } from '@flowprint/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { bodyCall, call } from '../../shared/http/call.ts'

/** API calls of payments. Failures are thrown to the page. */

const quoteOrder = (signal?: AbortSignal) =>
  call('POST /quote_order', { body: { network_type: 'TRC20' }, signal, toast: false })
export const submitOrder = bodyCall('POST /submit_order')
export const loadMyOrders = bodyCall('POST /my_orders')
async function loadNetworks(signal?: AbortSignal): Promise<NetworkProperty[]> {
  const values = await call('POST /properties', { body: { code: 'network_type' }, signal, toast: false })
  return values.filter((value) => 'explorer_url' in value)
}

/** Builds the explorer URL of a transaction; undefined while the explorer is unknown. */
export function useExplorer(): (transactionId: string) => string | undefined {
  const { data } = useQuery({
    queryKey: ['networks'],
    queryFn: ({ signal }) => loadNetworks(signal),
    staleTime: Infinity,
  })
  const pattern = data?.at(0)?.explorer_url
  return (transactionId) => pattern?.replace('{id}', transactionId)
}

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
