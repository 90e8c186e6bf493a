import { DIVIDEND_STATUSES } from '@flowprint/contract'

type DividendStatus = (typeof DIVIDEND_STATUSES)[number]

export interface ListFilters {
  readonly status: DividendStatus | null
  readonly page: number
}

/** The filters of a URL; invalid values are ignored. */
export function readListFilters(params: URLSearchParams): ListFilters {
  const page = params.get('page') ?? ''
  return {
    status: DIVIDEND_STATUSES.find((status) => status === params.get('status')) ?? null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

export function writeListFilters({ status, page }: ListFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (status !== null) params.set('status', status)
  if (page > 1) params.set('page', String(page))
  return params
}
