/** The parts of ccxt used here; its own types cover a hundred exchanges and take seconds to check. */
export interface CcxtMarket {
  readonly id: string
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly settle?: string
  readonly baseId?: string
  readonly quoteId?: string
  readonly type: string
  readonly spot: boolean
  readonly swap: boolean
  readonly future: boolean
  readonly linear?: boolean
  readonly inverse?: boolean
  readonly active?: boolean
  readonly expiry?: number
  readonly contract?: boolean
  readonly contractSize?: number | string
  readonly precision?: { readonly price?: number | string; readonly amount?: number | string }
  /** The exchange's own description, with numbers as text wherever it sends text. */
  readonly info: Readonly<Record<string, unknown>>
}

export interface CcxtSocket {
  readonly readyState: number
  ping(data?: string): void
  terminate(): void
}

/** A trade in ccxt's unified format; numbers are text while `exchange.number` is String. */
export interface CcxtTrade {
  readonly symbol?: string
  readonly timestamp?: number
  readonly price?: number | string
  readonly amount?: number | string
  readonly side?: string
  readonly id?: string
}

/** One WebSocket of ccxt. */
export interface CcxtClient {
  readonly url: string
  keepAlive: number
  log(...args: unknown[]): void
  connection?: CcxtSocket
  onMessage(event: { data: unknown }): void
  onPong(): void
  onOpen(): void
  onError(error: Error): void
  onClose(event: { code?: number; reason?: string }): void
  isOpen(): boolean
  send(message: unknown): Promise<unknown>
  close(): unknown
}

/** An exchange object of ccxt.pro. */
export interface CcxtExchange {
  readonly id: string
  /** Converts numeric texts: Number, or String to preserve the text. */
  number: unknown
  /** 2 decimal places, 3 significant digits, 4 tick size. */
  readonly precisionMode: number
  readonly has: Readonly<Record<string, unknown>>
  /** Addresses by purpose; overridden for mirrors and tests. */
  urls: { api: Record<string, unknown> }
  options: Record<string, unknown>
  httpAgent?: unknown
  trades: Record<string, unknown>
  clients: Record<string, CcxtClient>
  client(url: string): CcxtClient
  setMarkets(markets: readonly unknown[]): unknown
  fetchMarkets(params?: Record<string, unknown>): Promise<CcxtMarket[]>
  fetchTrades(symbol: string, since?: number, limit?: number, params?: Record<string, unknown>): Promise<CcxtTrade[]>
  watchTrades(symbol: string, since?: number, limit?: number, params?: Record<string, unknown>): Promise<unknown>
  watchTradesForSymbols(
    symbols: readonly string[],
    since?: number,
    limit?: number,
    params?: Record<string, unknown>,
  ): Promise<unknown>
  unWatchTrades(symbol: string, params?: Record<string, unknown>): Promise<unknown>
  ping?(client: CcxtClient): unknown
  close(): Promise<unknown>
}
