/** API calls of payments. Failures are thrown to the page. */
import type {
  MyOrders,
  MyOrdersBody,
  NetworkProperty,
  OrderQuote,
  SubmitOrderBody,
  SubmittedOrder,
} from '@flowprint/contract'
import { call } from '../../shared/http/call.ts'

const post = (path: string, body: object, signal?: AbortSignal) =>
  call(path, { method: 'POST', body, signal, say: false })

export const quoteOrder = (signal?: AbortSignal) =>
  post('/quote_order', { network_type: 'TRC20' }, signal) as Promise<OrderQuote>
export const submitOrder = (body: SubmitOrderBody) => post('/submit_order', body) as Promise<SubmittedOrder>
export const loadMyOrders = (body: MyOrdersBody, signal?: AbortSignal) =>
  post('/my_orders', body, signal) as Promise<MyOrders>
export const loadNetworks = (signal?: AbortSignal) =>
  post('/properties', { code: 'network_type' }, signal) as Promise<NetworkProperty[]>
