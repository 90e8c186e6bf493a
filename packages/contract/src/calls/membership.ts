import {
  AdminCheckOrderBody,
  AdminOrders,
  AdminOrdersBody,
  AdminReverseOrderBody,
  AdminReviewOrderBody,
  MyOrders,
  MyOrdersBody,
  MyOrdersExportQuery,
  OrderCheck,
  OrderQuote,
  QuoteOrderBody,
  ReversedOrder,
  ReviewedOrder,
  SubmitOrderBody,
  SubmittedOrder,
} from '../business/orders.ts'
import { defineCall } from './define-call.ts'

const tag = 'membership'

/** Payments: what users do, and what administrators decide (CONTRACT 2). */
export const membershipCalls = {
  quoteOrder: defineCall('POST /quote_order', {
    who: 'U',
    tag,
    summary: 'Quote the exact amount to pay now',
    body: QuoteOrderBody,
    data: OrderQuote,
  }),
  submitOrder: defineCall('POST /submit_order', {
    who: 'U',
    tag,
    summary: 'Submit a payment for review',
    body: SubmitOrderBody,
    data: SubmittedOrder,
  }),
  myOrders: defineCall('POST /my_orders', {
    who: 'U',
    tag,
    summary: "List the caller's payments",
    body: MyOrdersBody,
    data: MyOrders,
  }),
  myOrdersExport: defineCall('GET /my_orders_export', {
    shed: 'first',
    who: 'U',
    tag,
    summary: "Export the caller's payments as a CSV file, streamed",
    query: MyOrdersExportQuery,
    media: ['text/csv'],
  }),
  adminOrders: defineCall('POST /admin_orders', {
    who: 'A',
    tag,
    summary: 'List payments',
    body: AdminOrdersBody,
    data: AdminOrders,
  }),
  adminCheckOrder: defineCall('POST /admin_check_order', {
    who: 'A',
    tag,
    summary: 'Compare a payment with the chain',
    body: AdminCheckOrderBody,
    data: OrderCheck,
  }),
  adminReviewOrder: defineCall('POST /admin_review_order', {
    who: 'A',
    stepUp: true,
    tag,
    summary: 'Pass or refuse a payment',
    body: AdminReviewOrderBody,
    data: ReviewedOrder,
  }),
  adminReverseOrder: defineCall('POST /admin_reverse_order', {
    who: 'A',
    stepUp: true,
    tag,
    summary: 'Reverse a passed payment',
    body: AdminReverseOrderBody,
    data: ReversedOrder,
  }),
}
