import { readShared, sharedFiles } from '@flowprint/testkit'
import type { DerivativesReader, DerivativesSink } from '../../src/derivatives/adapter.ts'
import type { MarketStatValues } from '../../src/derivatives/types.ts'

export const RECEIVED_AT_MS = 1_790_000_000_000

/** Records everything a reader finds. */
export class DerivativesRecord implements DerivativesSink {
  /** 'market time side price x quantity'. */
  readonly liquidations: string[] = []
  readonly stats: ({ readonly marketId: string; readonly ts: number } & MarketStatValues)[] = []
  readonly notes: string[] = []

  liquidation(marketId: string, ts: number, side: 'buy' | 'sell', price: string, qty: string): void {
    this.liquidations.push(`${marketId} ${ts} ${side} ${price} x ${qty}`)
  }
  stat(marketId: string, ts: number, values: MarketStatValues): void {
    this.stats.push({ marketId, ts, ...values })
  }
  confirmed(market: string | number): void {
    this.notes.push(`confirmed ${market}`)
  }
  refused(market: string | number, what: string): void {
    this.notes.push(`refused ${market}: ${what}`)
  }
  closing(): void {
    this.notes.push('closing')
  }
  fault(what: string): void {
    this.notes.push(`fault: ${what}`)
  }
}

/** Reads messages, as objects or as the texts received. */
export function readDerivatives(reader: DerivativesReader, messages: readonly (object | string)[]): DerivativesRecord {
  const record = new DerivativesRecord()
  for (const message of messages) {
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    reader(JSON.parse(text) as Record<string, unknown>, RECEIVED_AT_MS, record)
  }
  return record
}

/** The messages of fixtures, or null if they are not there. */
export function fixtureMessages(names: readonly string[], tests: string): string[] | null {
  const paths = names.map((name) => `data/ws/fixtures/${name}`)
  if (sharedFiles(paths, tests) === null) return null
  return paths.flatMap((path) => {
    const text = readShared(path) as string
    return path.endsWith('.json') ? [text] : text.split('\n').filter((line) => line.trim() !== '')
  })
}
