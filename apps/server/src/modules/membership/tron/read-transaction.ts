import { decodeTronAddress, encodeTronAddress, USDT_CONTRACT } from '@flowprint/contract'

/** A transfer of USDT; addresses in base58, amount in micro-USDT. */
export interface Transfer {
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** The effects of a transaction on USDT. */
export interface Transaction {
  readonly block: number
  /** ms. */
  readonly blockTime: number
  /** plain: no contract ran, so it may have moved TRX but no USDT. */
  readonly outcome: 'succeeded' | 'failed' | 'plain'
  /** USDT transfers above 0, in log order. */
  readonly transfers: readonly Transfer[]
  /** It moved another token, which may call itself USDT. */
  readonly movedOtherToken: boolean
}

/** keccak256("Transfer(address,address,uint256)"). */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const USDT = decodeTronAddress(USDT_CONTRACT)
const WORD = /^[0-9a-f]{64}$/
/** Largest amount that fits the database column. */
export const MAX_AMOUNT = 2n ** 63n - 1n
const ADDRESS_WORD = /^0{24}([0-9a-f]{40})$/

type Json = Readonly<Record<string, unknown>>

/**
 * Parses a node's answer about a transaction. 'unknown': the node does not have it. 'unreadable': the format is invalid.
 *
 * Rules   tokens are identified by contract, never by name; only `receipt.result` SUCCESS is a success (failed
 *         transactions have a block and fees too); transfers are read from the logs, because contracts may move more than
 *         their call says.
 */
export function readTransactionInfo(answer: unknown, transactionId: string): Transaction | 'unknown' | 'unreadable' {
  if (!isObject(answer)) return 'unreadable'
  if (Object.keys(answer).length === 0) return 'unknown'
  const { id, blockNumber, blockTimeStamp, receipt, log = [] } = answer
  if (
    id !== transactionId ||
    !isCount(blockNumber) ||
    !isCount(blockTimeStamp) ||
    !isObject(receipt) ||
    !Array.isArray(log)
  )
    return 'unreadable'
  const transfers: Transfer[] = []
  let movedOtherToken = false
  for (const entry of log) {
    const transfer = readTransfer(entry)
    if (transfer === 'unreadable') return 'unreadable'
    if (transfer === 'other_token') movedOtherToken = true
    else if (transfer !== null && transfer.amount > 0n) transfers.push(transfer)
  }
  return {
    block: blockNumber,
    blockTime: blockTimeStamp,
    outcome: outcomeOf(answer, receipt),
    transfers,
    movedOtherToken,
  }
}

function outcomeOf({ result }: Json, receipt: Json): Transaction['outcome'] {
  if (result === 'FAILED') return 'failed'
  if (receipt['result'] === undefined) return 'plain'
  return receipt['result'] === 'SUCCESS' ? 'succeeded' : 'failed'
}

function readTransfer(entry: unknown): Transfer | 'other_token' | 'unreadable' | null {
  if (!isObject(entry)) return 'unreadable'
  const { address, topics = [], data } = entry
  if (typeof address !== 'string' || !Array.isArray(topics)) return 'unreadable'
  const [event, sender, recipient] = topics.map((topic) => String(topic).toLowerCase())
  if (event !== TRANSFER) return null
  // Nodes usually return 20 bytes; some prefix the network byte 41.
  if (address.toLowerCase().replace(/^41(?=[0-9a-f]{40}$)/, '') !== USDT) return 'other_token'
  const from = ADDRESS_WORD.exec(sender ?? '')
  const to = ADDRESS_WORD.exec(recipient ?? '')
  const amount = String(data).toLowerCase()
  if (topics.length !== 3 || from === null || to === null || !WORD.test(amount)) return 'unreadable'
  const micro = BigInt(`0x${amount}`)
  return micro > MAX_AMOUNT
    ? 'unreadable'
    : { from: encodeTronAddress(from[1]), to: encodeTronAddress(to[1]), amount: micro }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
