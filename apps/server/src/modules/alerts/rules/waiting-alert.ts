import type { AlertFacts, AlertRepeat } from '@flowprint/contract'
import { barStart } from '@flowprint/orderflow'
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
  | {
      readonly kind: 'wall'
      readonly events: readonly string[]
      readonly side: BookSideName
      readonly ratio: string
      /** Decimal in base units: books have their own quantity unit. Null: the ratio alone decides. */
      readonly atLeast: string | null
      /** Ticks. */
      readonly distance: number
      readonly cycleMs: number
    }
  | {
      readonly kind: 'book_imbalance'
      readonly side: BookSideName
      readonly atLeast: string
      readonly seconds: number
      readonly distance: number
      readonly cycleMs: number
    }
  | {
      readonly kind: 'resting'
      readonly event: 'stacked' | 'pulled'
      readonly side: BookSideName
      readonly atLeast: string
      readonly cycleMs: number
    }
  | {
      readonly kind: 'liquidation'
      readonly side: 'long' | 'short' | 'either'
      /** As given, and in ticks x lots, rounded up. */
      readonly atLeast: string
      readonly value: bigint
      /** 0: a single one. */
      readonly seconds: number
      readonly cycleMs: number
    }
  | ({ readonly kind: 'effort'; readonly side: 'bullish' | 'bearish' | 'either' } & StudyRule)

type BookSideName = 'bid' | 'ask' | 'either'

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

/** Min cooldown of alerts on trades, whatever their setting: a price may stay on a level for hours. */
export const MIN_COOLDOWN_MS = 10_000

/**
 * Cooldowns as known to one evaluator, to avoid reporting the same event repeatedly. The final check happens in the
 * database when an event is recorded.
 */
export class Cooldowns {
  readonly #firedT = new Map<number, number>()

  /** Whether an alert on trades may fire at `t`. */
  mayFire(alert: WaitingAlert, t: number): boolean {
    return mayFire(alert, this.#last(alert), t, MIN_COOLDOWN_MS)
  }

  /** Whether it last fired in [from, to). */
  firedIn(alert: WaitingAlert, from: number, to: number): boolean {
    const last = this.#last(alert)
    return last !== null && last >= from && last < to
  }

  #last(alert: WaitingAlert): number | null {
    return this.#firedT.get(alert.id) ?? alert.lastFiredT
  }

  record(hit: Hit): void {
    this.#firedT.set(hit.alertId, Math.max(this.#firedT.get(hit.alertId) ?? -Infinity, hit.t))
  }

  /** Undoes `record`: the hit was discarded. */
  discard(hit: Hit): void {
    this.#firedT.delete(hit.alertId)
  }

  /** Removes alerts that are gone or were armed again. */
  retain(alerts: readonly WaitingAlert[]): void {
    const waiting = new Map(alerts.map((alert) => [alert.id, alert]))
    for (const id of [...this.#firedT.keys()])
      if ((waiting.get(id)?.lastFiredT ?? null) === null) this.#firedT.delete(id)
  }
}

export type FiringRule = Pick<WaitingAlert, 'armedT' | 'repeat' | 'cooldownMs' | 'expiresAt' | 'cycleMs'>

/**
 * Whether an alert may fire at market time `t`, having last fired at `firedT` (null: never).
 * Rules   not before it was armed nor after it expired; `once` once; `bar` once per bar of its cycle; otherwise after
 * its cooldown. Never before the time it last fired.
 */
export function mayFire(alert: FiringRule, firedT: number | null, t: number, minCooldownMs = 0): boolean {
  if (t < alert.armedT || (alert.expiresAt !== null && t >= alert.expiresAt)) return false
  if (firedT === null) return true
  if (alert.repeat === 'once' || t < firedT) return false
  if (alert.repeat === 'bar' && barStart(t, alert.cycleMs) === barStart(firedT, alert.cycleMs)) return false
  return t - firedT >= Math.max(alert.cooldownMs, minCooldownMs)
}

/**
 * Whether an event that was found late, at market time `t`, may fire although the alert has fired for a later one:
 * only as if it had fired in order.
 * Input   market times of the nearest events of the alert that fired: at or before `t`, and after it; null: none.
 */
export function mayFireLate(alert: FiringRule, before: number | null, t: number, after: number | null): boolean {
  return mayFire(alert, before, t) && (after === null || mayFire(alert, t, after))
}
