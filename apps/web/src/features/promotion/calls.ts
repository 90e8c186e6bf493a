/** API calls of inviters. Failures are thrown to the page. */
import type { InviterChartBody, InviterDividendsBody, SetReceiveAddressBody } from '@flowprint/contract'
import { call } from '../../shared/http/call.ts'

export const loadInviter = (signal?: AbortSignal) => call('POST /inviter_param', { signal, say: false })
export const loadDividends = (body: InviterDividendsBody, signal?: AbortSignal) =>
  call('POST /inviter_dividends', { body, signal, say: false })
export const loadChart = (body: InviterChartBody, signal?: AbortSignal) =>
  call('POST /inviter_chart', { body, signal, say: false })
export const setReceiveAddress = (body: SetReceiveAddressBody) =>
  call('POST /set_receive_address', { body, say: false })
