import { USDT_CONTRACT_BYTES, transactionInfo } from '@flowprint/testkit'
import { describe, expect, test } from 'vitest'
import { decodeTronAddress, encodeTronAddress, USDT_CONTRACT } from '@flowprint/contract'
import { readTransactionInfo } from '../../src/modules/membership/tron/read-transaction.ts'

const ID = 'b69c51db'.padEnd(64, 'e')
const TIME = 1_731_235_554_000
const [US, PAYER, OTHER] = ['11', '22', '33'].map((byte) => byte.repeat(20))
const FAKE = '44'.repeat(20)
const base58 = encodeTronAddress

const read = (answer: unknown) => readTransactionInfo(answer, ID)
const info = (given: Omit<Parameters<typeof transactionInfo>[0], 'id' | 'time'>) =>
  transactionInfo({ id: ID, time: TIME, ...given })

/** Response of a main network node, without the energy trace. */
const RECORDED = {
  id: ID,
  fee: 345000,
  blockNumber: 66861993,
  blockTimeStamp: TIME,
  contractResult: ['0'.repeat(64)],
  contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
  receipt: {
    energy_usage: 64285,
    energy_usage_total: 64285,
    net_fee: 345000,
    result: 'SUCCESS',
    energy_penalty_total: 49635,
  },
  log: [
    {
      address: 'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
      topics: [
        'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
        '00000000000000000000000060e6e92e57d61a9d68b5d95275cc9667d9e6c7c9',
        '000000000000000000000000cdae4e9a6287333a3f7df432b050af7b17e79e63',
      ],
      data: '00000000000000000000000000000000000000000000000000000000003567e0',
    },
  ],
}

describe('transaction response', () => {
  test('with an amount beyond the range of the database cannot be read', () => {
    expect(read(info({ transfers: [{ from: PAYER, to: US, amount: 2n ** 63n }] }))).toBe('unreadable')
    expect(read(info({ transfers: [{ from: PAYER, to: US, amount: 2n ** 63n - 1n }] }))).toMatchObject({
      transfers: [{ amount: 2n ** 63n - 1n }],
    })
  })

  test('of the main network is 3.5 USDT between two addresses', () => {
    expect(read(RECORDED)).toEqual({
      block: 66_861_993,
      blockTime: TIME,
      outcome: 'succeeded',
      movedOtherToken: false,
      transfers: [
        { from: 'TJoaVSdktrnndU4dmKm33SWMKoXt4LLFbU', to: 'TUikLT3nTTjTkXPAuC4xUGj84vfSERCWRn', amount: 3_500_000n },
      ],
    })
  })

  test('of the fake node has the shape of the recorded one', () => {
    const made = info({ transfers: [{ from: PAYER, to: US, amount: 1n }] })
    expect(Object.keys(made).sort()).toEqual(Object.keys(RECORDED).sort())
    expect(Object.keys(made['receipt'] as object).sort()).toEqual(Object.keys(RECORDED.receipt).sort())
    expect(decodeTronAddress(USDT_CONTRACT)).toBe(USDT_CONTRACT_BYTES)
  })

  test('returns the USDT transfers in order, without transfers of zero', () => {
    const transfers = [
      { from: PAYER, to: OTHER, amount: 5n },
      { from: PAYER, to: US, amount: 0n },
      { from: OTHER, to: US, amount: 7n },
    ]
    expect(read(info({ transfers }))).toMatchObject({
      transfers: [
        { from: base58(PAYER), to: base58(OTHER), amount: 5n },
        { from: base58(OTHER), to: base58(US), amount: 7n },
      ],
    })
  })

  test.each(['OUT_OF_ENERGY', 'REVERT'] as const)('of %s is a failure, although it has a block and fees', (result) => {
    expect(read(info({ result, transfers: [{ from: PAYER, to: US, amount: 5n }] }))).toMatchObject({
      outcome: 'failed',
      transfers: [],
    })
  })

  test('with contradicting results is a failure', () => {
    expect(read({ ...RECORDED, result: 'FAILED' })).toMatchObject({ outcome: 'failed' })
  })

  test('of a TRX transfer reports that no contract ran', () => {
    expect(read(info({ result: 'plain' }))).toMatchObject({ outcome: 'plain', transfers: [], movedOtherToken: false })
  })

  test('identifies a token by its contract, not by its name', () => {
    expect(read(info({ transfers: [{ from: PAYER, to: US, amount: 199_000_000n, contract: FAKE }] }))).toMatchObject({
      transfers: [],
      movedOtherToken: true,
    })
  })

  test('may contain the contract with the network prefix and in upper case', () => {
    const [entry] = RECORDED.log
    const answer = { ...RECORDED, log: [{ ...entry, address: `41${entry.address.toUpperCase()}` }] }
    expect(read(answer)).toEqual(read(RECORDED))
  })

  test('may contain other events, or none', () => {
    const [entry] = RECORDED.log
    const approval = {
      ...entry,
      topics: ['8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', entry.topics[1], entry.topics[2]],
    }
    expect(read({ ...RECORDED, log: [approval, { address: entry.address }, entry] })).toEqual(read(RECORDED))
    const { log: _log, ...bare } = RECORDED
    expect(read(bare)).toMatchObject({ outcome: 'succeeded', transfers: [] })
  })

  test('that is empty means that the node does not know the transaction', () => expect(read({})).toBe('unknown'))

  const [entry] = RECORDED.log
  test.each<[string, unknown]>([
    ['nothing', null],
    ['a list', []],
    ['a text', 'SUCCESS'],
    ['an error of the node', { Error: 'class java.lang.NullPointerException : null' }],
    ['another transaction', { ...RECORDED, id: 'c'.repeat(64) }],
    ['no block', { ...RECORDED, blockNumber: undefined }],
    ['a block as text', { ...RECORDED, blockNumber: '66861993' }],
    ['no time', { ...RECORDED, blockTimeStamp: -1 }],
    ['no receipt', { ...RECORDED, receipt: null }],
    ['logs that are none', { ...RECORDED, log: {} }],
    ['a log that is none', { ...RECORDED, log: [7] }],
    ['a log without a contract', { ...RECORDED, log: [{ topics: [] }] }],
    ['an amount of half a word', { ...RECORDED, log: [{ ...entry, data: entry.data.slice(2) }] }],
    ['an amount that is no number', { ...RECORDED, log: [{ ...entry, data: 'x'.repeat(64) }] }],
    [
      'an address of more than 20 bytes',
      { ...RECORDED, log: [{ ...entry, topics: [entry.topics[0], '1'.repeat(64), entry.topics[2]] }] },
    ],
    ['a transfer without a recipient', { ...RECORDED, log: [{ ...entry, topics: entry.topics.slice(0, 2) }] }],
  ])('that is %s cannot be read', (_what, answer) => expect(read(answer)).toBe('unreadable'))
})
