import type { AlertFacts, AlertRepeat } from '@flowprint/contract'
import type { DrawingShape, IndicatorSettings, Lots } from '@flowprint/orderflow'

/** A waiting alert in the units of its market: prices in ticks, quantities in lots, notionals in ticks x lots. */
export type WaitingAlert = Waiting & RuleInUnits

interface Waiting {
  readonly id: number
  /** Market time in ms: only later events count. */
  readonly armedT: number
  /** Market time in ms; null until it fired since it was armed. */
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

/** The bars and indicators of a rule. */
export interface StudyRule {
  readonly cycleMs: number
  readonly step: number
  readonly settings: IndicatorSettings
}

export type AlertOf<Kind extends RuleInUnits['kind']> = Extract<WaitingAlert, { kind: Kind }>

/** An alert fired. */
export interface Hit {
  readonly alertId: number
  /** Market time in ms. */
  readonly t: number
  /** Identifies the event; deterministic, for deduplication. */
  readonly what: string
  /** Start of the bar the event belongs to. */
  readonly barT: number
  readonly facts: AlertFacts
}
