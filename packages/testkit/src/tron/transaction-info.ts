/** A transaction of the fake network. Addresses are their 20 bytes, hex. */
export interface TronTransaction {
  /** 64 hexadecimal digits. */
  readonly id: string
  /** ms. */
  readonly time: number
  readonly block?: number
  /** SUCCESS by default; plain: a TRX transfer, without a contract. */
  readonly result?: 'SUCCESS' | 'OUT_OF_ENERGY' | 'REVERT' | 'plain'
  readonly transfers?: readonly TronTransfer[]
}

export interface TronTransfer {
  readonly from: string
  readonly to: string
  /** In the smallest unit of the token. */
  readonly amount: bigint
  /** The token's contract; USDT by default. */
  readonly contract?: string
}

/** The contract of USDT on the main network. */
export const USDT_CONTRACT_BYTES = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (hex: string): string => hex.padStart(64, '0')

/**
 * The response of gettransactioninfobyid in the shapes of main network nodes: for a USDT transfer, for one that ran out
 * of energy (it has a block and fees, and no logs), for a TRX transfer (its receipt has no result).
 */
export function transactionInfo({
  id,
  time,
  block = 66_861_993,
  result = 'SUCCESS',
  transfers = [],
}: TronTransaction): Record<string, unknown> {
  const base = { id, fee: 345_000, blockNumber: block, blockTimeStamp: time }
  if (result === 'plain') return { ...base, contractResult: [''], receipt: { net_usage: 268 } }
  const contract_address = `41${transfers[0]?.contract ?? USDT_CONTRACT_BYTES}`
  if (result !== 'SUCCESS') {
    const receipt = { energy_usage_total: 14_650, net_usage: 345, result, energy_penalty_total: 0 }
    return {
      ...base,
      contractResult: [''],
      contract_address,
      receipt,
      result: 'FAILED',
      resMessage: Buffer.from('Not enough energy').toString('hex'),
    }
  }
  return {
    ...base,
    contractResult: [word('')],
    contract_address,
    receipt: {
      energy_usage: 64_285,
      energy_usage_total: 64_285,
      net_fee: 345_000,
      result,
      energy_penalty_total: 49_635,
    },
    log: transfers.map(({ from, to, amount, contract = USDT_CONTRACT_BYTES }) => ({
      address: contract,
      topics: [TRANSFER, word(from), word(to)],
      data: word(amount.toString(16)),
    })),
  }
}
