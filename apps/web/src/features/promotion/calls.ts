/** API calls of inviters. Failures are thrown to the page. */
import type {
  InviterChart,
  InviterChartBody,
  InviterDividends,
  InviterDividendsBody,
  InviterParam,
  ReceiveAddress,
  SetReceiveAddressBody,
} from '@flowprint/contract'
import { call } from '../../shared/http/call.ts'

const post = (path: string, body: object, signal?: AbortSignal) =>
  call(path, { method: 'POST', body, signal, say: false })

export const loadInviter = (signal?: AbortSignal) => post('/inviter_param', {}, signal) as Promise<InviterParam>
export const loadDividends = (body: InviterDividendsBody, signal?: AbortSignal) =>
  post('/inviter_dividends', body, signal) as Promise<InviterDividends>
export const loadChart = (body: InviterChartBody, signal?: AbortSignal) =>
  post('/inviter_chart', body, signal) as Promise<InviterChart>
export const setReceiveAddress = (body: SetReceiveAddressBody) =>
  post('/set_receive_address', body) as Promise<ReceiveAddress>
