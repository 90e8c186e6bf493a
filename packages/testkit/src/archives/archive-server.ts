import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DAY_MS, lowerBoundTs, sliceTrades, type Trades } from '@flowprint/orderflow'
import { dayFile, type DayLayout } from './day-files.ts'

/** A market whose day files the server generates from its tape. */
export interface ArchivedMarket {
  readonly layout: DayLayout
  readonly marketId: string
  readonly tickSize: string
  readonly lotSize: string
  /** The true tape, in canonical order. */
  readonly tape: Trades
}

/** A fault for the next requests of a path that ends with the given text. */
export interface ArchiveFault {
  readonly path: string
  readonly kind: 'missing' | 'wrong-bytes' | 'cut' | 'status'
  /** Number of requests affected; all by default. */
  times?: number
  /** cut: bytes sent before the connection breaks. status: the response status. */
  readonly value?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface ArchiveServer {
  /** http://127.0.0.1:PORT, replaces every venue's origin. */
  readonly origin: string
  /** All requests so far: path, first byte requested, bytes sent. */
  readonly requests: readonly { readonly path: string; readonly from: number; sent: number }[]
  fault(fault: ArchiveFault): void
  close(): Promise<void>
}

const PATHS: readonly { readonly layout: DayLayout; readonly pattern: RegExp }[] = [
  { layout: 'binance-spot', pattern: /^\/data\/spot\/daily\/aggTrades\/(\w+)\/\1-aggTrades-(\d{4}-\d\d-\d\d)\.zip$/ },
  {
    layout: 'binance-usdm',
    pattern: /^\/data\/futures\/um\/daily\/aggTrades\/(\w+)\/\1-aggTrades-(\d{4}-\d\d-\d\d)\.zip$/,
  },
  { layout: 'bybit-derivatives', pattern: /^\/trading\/(\w+)\/\1(\d{4}-\d\d-\d\d)\.csv\.gz$/ },
  { layout: 'bybit-spot', pattern: /^\/spot\/(\w+)\/\1_(\d{4}-\d\d-\d\d)\.csv\.gz$/ },
]

/**
 * The public archives of Binance and Bybit on loopback: their paths, layouts, checksums, ranges, and injected faults.
 */
export async function startArchiveServer(markets: readonly ArchivedMarket[]): Promise<ArchiveServer> {
  const faults: ArchiveFault[] = []
  const requests: { path: string; from: number; sent: number }[] = []
  const files = new Map<string, Buffer | null>()

  const fileAt = (path: string): Buffer | null => {
    let file = files.get(path)
    if (file === undefined) files.set(path, (file = makeFile(markets, path)))
    return file
  }
  const contentAt = (path: string): Buffer | null => {
    if (!path.endsWith('.CHECKSUM')) return fileAt(path)
    const file = fileAt(path.slice(0, -'.CHECKSUM'.length))
    const name = path.slice(path.lastIndexOf('/') + 1, -'.CHECKSUM'.length)
    return file === null || !name.endsWith('.zip') ? null : Buffer.from(`${sha256(file)}  ${name}\n`)
  }
  const takeFault = (path: string): ArchiveFault | null => {
    const fault = faults.find((candidate) => path.endsWith(candidate.path) && (candidate.times ?? Infinity) > 0)
    if (fault?.times !== undefined) fault.times -= 1
    return fault ?? null
  }

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://loopback').pathname
    const fault = takeFault(path)
    const content = fault?.kind === 'missing' ? null : contentAt(path)
    const note = { path, from: 0, sent: 0 }
    requests.push(note)
    if (fault?.kind === 'status') return void response.writeHead(fault.value ?? 500, fault.headers).end()
    if (content === null) return void response.writeHead(404).end('<Code>NoSuchKey</Code>')
    const bytes = fault?.kind === 'wrong-bytes' ? Buffer.concat([content, Buffer.from('x')]) : content
    send(request, response, bytes, fault?.kind === 'cut' ? (fault.value ?? 0) : null, note)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fault: (fault) => void faults.push({ ...fault }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Sends everything or from the requested byte; `cut`: breaks the connection after that many bytes. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
  cut: number | null,
  note: { from: number; sent: number },
): void {
  const etag = `"${sha256(bytes).slice(0, 16)}"`
  const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')
  const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const from = range !== null && isSame ? Number(range[1]) : 0
  note.from = from
  if (from > bytes.length || (range !== null && isSame && from === bytes.length))
    return void response.writeHead(416).end()
  const body = bytes.subarray(from, cut === null ? undefined : from + cut)
  note.sent = body.length
  const headers = {
    etag,
    'content-length': bytes.length - from,
    ...(from > 0 ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}),
  }
  response.writeHead(from > 0 ? 206 : 200, headers)
  if (cut === null) return void response.end(body)
  // Give the receiver time to read before the connection breaks: a broken stream discards unread data.
  response.write(body, () => void setTimeout(() => response.destroy(), 100))
}

function makeFile(markets: readonly ArchivedMarket[], path: string): Buffer | null {
  for (const { layout, pattern } of PATHS) {
    const match = pattern.exec(path)
    const market = match && markets.find((candidate) => candidate.layout === layout && candidate.marketId === match[1])
    if (!match || !market) continue
    const day = Date.parse(match[2])
    const { tape } = market
    const trades = sliceTrades(tape, lowerBoundTs(tape, day), lowerBoundTs(tape, day + DAY_MS))
    return trades.length === 0 ? null : dayFile(layout, path.slice(path.lastIndexOf('/') + 1), { ...market, trades })
  }
  return null
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
