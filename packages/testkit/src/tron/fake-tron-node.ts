import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Faults of the next responses. A number is an HTTP status. */
type TronFault = number | 'silence' | 'hang up' | 'garbage' | 'other shape' | 'oversized' | 'slow' | 'redirect'

interface TronRequest {
  readonly path: string
  readonly id: string
  /** API key header of the node operator's clients. */
  readonly key: string | undefined
}

export interface FakeTronNode {
  /** Replaces https://api.trongrid.io. */
  readonly url: string
  /** All requests so far. */
  readonly requests: readonly TronRequest[]
  /** Adds a transaction; final at once unless `seen`: in a block that may still be dropped. */
  put(transaction: TronTransaction, state?: 'final' | 'seen'): void
  /** Drops the block of the transaction. */
  forget(id: string): void
  /** Faults of the next responses, in order. */
  answerNext(...faults: readonly TronFault[]): void
  close(): Promise<void>
}

const SOLID = '/walletsolidity/gettransactioninfobyid'
const SEEN = '/wallet/gettransactioninfobyid'
const DRIP_MS = 20

/**
 * A TRON full node on loopback: the two calls that describe a transaction, in their real shapes, and injected faults.
 */
export async function startFakeTronNode(): Promise<FakeTronNode> {
  const known = new Map<string, { readonly transaction: TronTransaction; readonly state: 'final' | 'seen' }>()
  const requests: TronRequest[] = []
  const next: TronFault[] = []

  function infoOf(path: string, id: string): Record<string, unknown> {
    const entry = known.get(id)
    return entry === undefined || (path === SOLID && entry.state === 'seen') ? {} : transactionInfo(entry.transaction)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const path = request.url ?? ''
    if (request.method !== 'POST' || (path !== SOLID && path !== SEEN)) return end(response, 404, '404 page not found')
    const id = String((JSON.parse(body) as Record<string, unknown>)['value'])
    requests.push({ path, id, key: request.headers['tron-pro-api-key'] as string | undefined })
    const fault = next.shift()
    const text = JSON.stringify(infoOf(path, id))
    if (fault === undefined) return end(response, 200, text)
    respondWithFault(fault, request, response, text)
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    put: (transaction, state = 'final') => void known.set(transaction.id, { transaction, state }),
    forget: (id) => void known.delete(id),
    answerNext: (...faults) => void next.push(...faults),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function respondWithFault(fault: TronFault, request: IncomingMessage, response: ServerResponse, text: string): void {
  if (typeof fault === 'number')
    return end(response, fault, JSON.stringify({ Error: 'request rate exceeded the allowed_rps(3)' }))
  if (fault === 'silence') return
  if (fault === 'hang up') return void request.socket.destroy()
  if (fault === 'garbage') return end(response, 200, '<html>502 Bad Gateway</html>')
  if (fault === 'other shape')
    return end(response, 200, JSON.stringify({ Error: 'class java.lang.NullPointerException : null' }))
  if (fault === 'redirect') return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  response.writeHead(200, { 'content-type': 'application/json' })
  if (fault === 'slow') return drip(response, text)
  response.on('error', () => {})
  flood(response)
}

/** One character at a time: the connection stays alive, but the response exceeds any timeout. */
function drip(response: ServerResponse, text: string): void {
  let sent = 0
  const timer = setInterval(() => {
    if (sent >= text.length || response.destroyed) return void clearInterval(timer)
    response.write(text[sent++])
  }, DRIP_MS)
  timer.unref()
  response.on('close', () => clearInterval(timer))
}

/** An endless response. */
function flood(response: ServerResponse): void {
  const part = 'x'.repeat(64 * 1024)
  const more = (): void => {
    while (!response.destroyed && response.write(part));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}

/** A transaction of the fake network. Addresses are their 20 bytes, hex. */
interface TronTransaction {
  /** 64 hexadecimal digits. */
  readonly id: string
  /** ms. */
  readonly time: number
  readonly block?: number
  /** SUCCESS by default; plain: a TRX transfer, without a contract. */
  readonly result?: 'SUCCESS' | 'OUT_OF_ENERGY' | 'REVERT' | 'plain'
  readonly transfers?: readonly TronTransfer[]
}

interface TronTransfer {
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
