import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ORDER_STATUSES, MAX_SEARCH_LENGTH } from '@flowprint/contract'
import { loadMyOrders } from '../calls.ts'

export const PAGE_SIZE = 10
const POLL_INTERVAL_MS = 30_000

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
      state.data?.list.some((order) => order.status === 'pending') ? POLL_INTERVAL_MS : false,
  })
}

type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Filters of the list, stored in the URL, so that reloads, bookmarks and back navigation keep them. */
export interface OrderFilters {
  readonly status: OrderStatus | null
  /** A transaction ID, whole or in part. */
  readonly search: string
  readonly page: number
}

export const NO_FILTERS: OrderFilters = { status: null, search: '', page: 1 }

/** The filters of a URL; invalid values are ignored. */
export function readFilters(params: URLSearchParams): OrderFilters {
  const page = params.get('page') ?? ''
  return {
    status: ORDER_STATUSES.find((status) => status === params.get('status')) ?? null,
    search: (params.get('transaction_id') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** Only values that differ from the defaults. */
export function writeFilters({ status, search, page }: OrderFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (status !== null) params.set('status', status)
  if (search !== '') params.set('transaction_id', search)
  if (page > 1) params.set('page', String(page))
  return params
}
