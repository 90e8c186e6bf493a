/** API calls of payments. Failures are thrown to the page. */
import type { MyOrdersBody, NetworkProperty, SubmitOrderBody } from '@flowprint/contract'
import { call } from '../../shared/http/call.ts'

export const quoteOrder = (signal?: AbortSignal) =>
  call('POST /quote_order', { body: { network_type: 'TRC20' }, signal, say: false })
export const submitOrder = (body: SubmitOrderBody) => call('POST /submit_order', { body, say: false })
export const loadMyOrders = (body: MyOrdersBody, signal?: AbortSignal) =>
  call('POST /my_orders', { body, signal, say: false })
export async function loadNetworks(signal?: AbortSignal): Promise<NetworkProperty[]> {
  const values = await call('POST /properties', { body: { code: 'network_type' }, signal, say: false })
  return values.filter((value) => 'explorer_url' in value)
}
