import type { Cutoff, Sweep } from '@flowprint/orderflow'
import { create } from 'zustand'
import type { ChartScope } from './chart-scope.ts'
import type { Selection } from './selection.ts'

/** A row of trades: its moment ends with its last trade. */
export type TradesRow = Pick<Sweep, 'id' | 'firstTs' | 'lastTs' | 'trades'>

/** A moment to copy a link to. */
export interface MomentRequest {
  /** The chart whose settings and drawings it has. */
  readonly scope: ChartScope
  /** `bar`: its end, or now for the open one; null: what the chart shows last. */
  readonly at: { readonly cutoff: Cutoff } | { readonly row: TradesRow } | { readonly bar: number | null }
  /** What it shows, if not what the chart shows. */
  readonly selection?: Partial<Selection>
  /** The note is typed before the link is copied. */
  readonly isAsking?: boolean
}

interface MomentRequests {
  readonly request: MomentRequest | null
  /** The own moments are listed. */
  readonly isListing: boolean
  /** A link that the browser did not copy: to copy by hand. */
  readonly link: string | null
}

/** State that rows, cards and menus pass to the part that copies moments, whose code loads on demand. */
export const useMomentRequests = create<MomentRequests>()(() => ({ request: null, isListing: false, link: null }))

export const requestMoment = (request: MomentRequest): void => useMomentRequests.setState({ request })

export const listMoments = (): void => useMomentRequests.setState({ isListing: true })
