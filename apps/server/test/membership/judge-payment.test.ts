import { DAY_MS } from '@flowprint/orderflow'
import { describe, expect, test } from 'vitest'
import { judgePayment } from '../../src/modules/membership/rules/judge-payment.ts'
import type { Claimed } from '../../src/modules/membership/rules/judge-payment.ts'
import type { NodeAnswer } from '../../src/modules/membership/tron/tron-node.ts'
import type { Transaction, Transfer } from '../../src/modules/membership/tron/read-transaction.ts'

const NOW = Date.parse('2026-05-01T12:00:00Z')
const [US, BEFORE_US, PAYER, STRANGER] = ['T-us', 'T-before', 'T-payer', 'T-stranger']
const QUOTED = 199_003_000n

const CLAIMED: Claimed = {
  paymentAddress: PAYER,
  fromExchange: false,
  receiveAddress: US,
  quotedAmount: QUOTED,
  tolerance: 0n,
  isLate: false,
  quotedAt: NOW - 3_600_000,
  registeredAt: NOW - 30 * DAY_MS,
  addresses: [
    { address: BEFORE_US, from: 0, to: NOW - 10 * DAY_MS },
    { address: US, from: NOW - 10 * DAY_MS, to: Infinity },
  ],
}

const pay = (given: Partial<Transfer> = {}): Transfer => ({ from: PAYER, to: US, amount: QUOTED, ...given })

function answerOf(given: Partial<Transaction> = {}, confirmed = true): NodeAnswer {
  return {
    state: 'found',
    confirmed,
    transaction: {
      block: 7,
      blockTime: NOW,
      outcome: 'succeeded',
      transfers: [pay()],
      movedOtherToken: false,
      ...given,
    },
  }
}

const judge = (answer: NodeAnswer, claimed: Partial<Claimed> = {}) => judgePayment(answer, { ...CLAIMED, ...claimed })

describe('payment as quoted', () => {
  test('matches, and the evidence is stored', () => {
    expect(judge(answerOf())).toEqual({
      state: 'match',
      reasons: [],
      found: { from: PAYER, to: US, amount: String(QUOTED), block: 7, blockTime: NOW, confirmed: true },
    })
  })
})

const cases: [what: string, answer: NodeAnswer, claimed: Partial<Claimed>, state: string, reasons: string[]][] = [
  ['seen and not final', answerOf({}, false), {}, 'unconfirmed', ['not_final']],
  ['failed', answerOf({ outcome: 'failed', transfers: [] }), {}, 'mismatch', ['failed_transaction']],
  [
    'failed and not final',
    answerOf({ outcome: 'failed', transfers: [] }, false),
    {},
    'mismatch',
    ['failed_transaction'],
  ],
  ['of TRX', answerOf({ outcome: 'plain', transfers: [] }), {}, 'mismatch', ['foreign_token']],
  ['of another token', answerOf({ transfers: [], movedOtherToken: true }), {}, 'mismatch', ['foreign_token']],
  ['of nothing', answerOf({ transfers: [] }), {}, 'mismatch', ['wrong_recipient']],
  ['to another address', answerOf({ transfers: [pay({ to: STRANGER })] }), {}, 'mismatch', ['wrong_recipient']],
  [
    'to the address before, after it was given up',
    answerOf({ transfers: [pay({ to: BEFORE_US })] }),
    {},
    'match',
    ['old_recipient'],
  ],
  [
    'to the address before, while it held',
    answerOf({ transfers: [pay({ to: BEFORE_US })], blockTime: NOW - 11 * DAY_MS }),
    { quotedAt: NOW - 11 * DAY_MS },
    'match',
    [],
  ],
  [
    'to the quoted address, which was given up',
    answerOf(),
    { addresses: [{ address: US, from: 0, to: NOW }] },
    'match',
    ['old_recipient'],
  ],
  ['a thousandth short', answerOf({ transfers: [pay({ amount: QUOTED - 1_000n })] }), {}, 'mismatch', ['amount_short']],
  [
    'short within the tolerance',
    answerOf({ transfers: [pay({ amount: QUOTED - 1_000_000n })] }),
    { tolerance: 1_000_000n },
    'match',
    [],
  ],
  [
    'short by one beyond the tolerance',
    answerOf({ transfers: [pay({ amount: QUOTED - 1_000_001n })] }),
    { tolerance: 1_000_000n },
    'mismatch',
    ['amount_short'],
  ],
  ['too much', answerOf({ transfers: [pay({ amount: QUOTED + 1n })] }), {}, 'match', ['amount_over']],
  [
    'in two parts',
    answerOf({ transfers: [pay({ amount: QUOTED - 1n }), pay({ amount: 1n })] }),
    {},
    'match',
    ['several_transfers'],
  ],
  [
    'next to a transfer to another address',
    answerOf({ transfers: [pay({ to: STRANGER, amount: 9n }), pay()] }),
    {},
    'match',
    [],
  ],
  ['by another sender', answerOf({ transfers: [pay({ from: STRANGER })] }), {}, 'match', ['sender_differs']],
  [
    'by the wallet of an exchange, as was said',
    answerOf({ transfers: [pay({ from: STRANGER })] }),
    { fromExchange: true },
    'match',
    [],
  ],
  [
    'before the account existed',
    answerOf({ blockTime: CLAIMED.registeredAt - 1 }),
    { addresses: [{ address: US, from: 0, to: Infinity }] },
    'mismatch',
    ['before_registration'],
  ],
  ['a day before the quote', answerOf({ blockTime: CLAIMED.quotedAt - DAY_MS }), {}, 'match', []],
  [
    'more than a day before the quote',
    answerOf({ blockTime: CLAIMED.quotedAt - DAY_MS - 1 }),
    {},
    'match',
    ['before_quote'],
  ],
  ['of a quote that had expired', answerOf(), { isLate: true }, 'match', ['quote_late']],
  [
    'late, short and by another sender',
    answerOf({ transfers: [pay({ amount: 1n, from: STRANGER })] }),
    { isLate: true },
    'mismatch',
    ['amount_short', 'sender_differs', 'quote_late'],
  ],
  [
    'short and not final',
    answerOf({ transfers: [pay({ amount: 1n })] }, false),
    {},
    'mismatch',
    ['amount_short', 'not_final'],
  ],
  ['unknown to the network', { state: 'unknown_transaction' }, {}, 'not_found', ['unknown_transaction']],
  ['while no node answers', { state: 'node_unreachable' }, {}, 'error', ['node_unreachable']],
  ['that was asked about too often', { state: 'node_limited' }, {}, 'error', ['node_limited']],
  ['of which the answer makes no sense', { state: 'node_answer_unreadable' }, {}, 'error', ['node_answer_unreadable']],
]

describe('payment', () => {
  test.each(cases)('%s', (_what, answer, claimed, state, reasons) => {
    const judgement = judge(answer, claimed)
    expect([judgement.state, judgement.reasons]).toEqual([state, reasons])
  })

  test('to another recipient shows the recipient, and has the amount 0', () => {
    expect(judge(answerOf({ transfers: [pay({ to: STRANGER })] })).found).toMatchObject({
      from: PAYER,
      to: STRANGER,
      amount: '0',
    })
  })

  test('beyond the range of the database cannot be read', () => {
    const half = 2n ** 62n
    expect(judge(answerOf({ transfers: [pay({ amount: half }), pay({ amount: half })] }))).toEqual({
      state: 'error',
      reasons: ['node_answer_unreadable'],
      found: null,
    })
  })

  test('in two parts counts as their sum', () => {
    expect(judge(answerOf({ transfers: [pay(), pay({ to: STRANGER }), pay({ amount: 5n })] })).found).toMatchObject({
      amount: String(QUOTED + 5n),
    })
  })

  test('that could not be requested or found has no evidence, and one that failed or is in another token has the amount 0', () => {
    expect(judge({ state: 'node_unreachable' }).found).toBeNull()
    expect(judge({ state: 'unknown_transaction' }).found).toBeNull()
    expect(judge(answerOf({ outcome: 'failed', transfers: [] })).found).toMatchObject({ amount: '0', block: 7 })
    expect(judge(answerOf({ transfers: [], movedOtherToken: true })).found).toMatchObject({ amount: '0', block: 7 })
  })
})
