import type { AlertFacts, AlertRepeat } from '@flowprint/contract'
import type { DrawingShape, IndicatorSettings, Lots } from '@flowprint/orderflow'

/** An alert that waits, in the units of its market: prices in ticks, quantities in lots, notionals in ticks x lots. */
export type WaitingAlert = Waiting & RuleInUnits

interface Waiting {
  readonly id: number
  /** ms of market time: only what happens afterwards counts. */
  readonly armedT: number
  /** ms of market time; null until it fired in this round. */
  readonly lastFiredT: number | null
  readonly repeat: AlertRepeat
  readonly cooldownMs: number
  /** ms; null = never. */
  readonly expiresAt: number | null
}

export type RuleInUnits =
  | {
      readonly kind: 'price'
      readonly tick: number
      readonly direction: 'up' | 'down' | 'either'
      readonly cycleMs: number
    }
  | { readonly kind: 'drawing'; readonly drawingId: string; readonly shape: DrawingShape; readonly cycleMs: number }
  | { readonly kind: 'delta'; readonly side: 'buy' | 'sell' | 'either'; readonly lots: Lots; readonly cycleMs: number }
  | { readonly kind: 'volume'; readonly lots: Lots; readonly cycleMs: number }
  | {
      readonly kind: 'big_trade'
      readonly side: 'buy' | 'sell' | 'either'
      readonly notional: Lots
      readonly cycleMs: number
    }
  | ({
      readonly kind: 'zone'
      readonly events: readonly string[]
      readonly side: 'support' | 'resistance' | 'either'
    } & StudyRule)
  | ({ readonly kind: 'stack'; readonly side: 'buy' | 'sell' | 'either'; readonly minRows: number } & StudyRule)
  | ({ readonly kind: 'effort'; readonly side: 'bullish' | 'bearish' | 'either' } & StudyRule)

/** What of a rule says which bars and indicators it is judged by. */
export interface StudyRule {
  readonly cycleMs: number
  readonly step: number
  readonly settings: IndicatorSettings
}

export type AlertOf<Kind extends RuleInUnits['kind']> = Extract<WaitingAlert, { kind: Kind }>

/** An alert came true. */
export interface Hit {
  readonly alertId: number
  /** ms of market time. */
  readonly t: number
  /** What happened, the same whoever sees it and however often. */
  readonly what: string
  /** Start of the bar it belongs to. */
  readonly barT: number
  readonly facts: AlertFacts
}
