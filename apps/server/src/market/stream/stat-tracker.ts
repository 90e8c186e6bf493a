import type { Summary } from '@flowprint/contract'
import { HOUR_MS, MINUTE_MS, parseFraction } from '@flowprint/orderflow'
import { derivativesTopic } from '../../platform/bus/index.ts'
import type { Bus, DerivativesEvent } from '../../platform/bus/index.ts'
import type { DerivativesStore, Instrument, LatestStat } from '../store/index.ts'
import type { MarketView } from './market-view.ts'

export type StatReads = Pick<DerivativesStore, 'readLatest'>

type Values = Pick<
  Summary,
  'open_interest' | 'open_interest_change_percent' | 'funding_rate' | 'next_funding' | 'mark_price'
>
type HeardStat = Omit<LatestStat, 'openInterestDayBefore'>

/** Older values are not the newest ones. */
const KEPT_MS = HOUR_MS

const NONE: Values = {
  open_interest: null,
  open_interest_change_percent: null,
  funding_rate: null,
  next_funding: null,
  mark_price: null,
}

/** Other markets have no open interest. */
const hasStats = ({ kind }: Instrument): boolean => kind === 'perpetual' || kind === 'simulated'

/**
 * The newest statistics of one market for its summary: read from the database once a minute, and updated from the bus for
 * readers without delay.
 */
export class StatTracker {
  readonly #view: MarketView
  readonly #derivatives: StatReads
  readonly #unsubscribe: () => void
  #loaded: LatestStat | null = null
  #heard: HeardStat | null = null
  /** Minute in which, of a delayed reader's market, the values were read; of which instrument. */
  #readFor = ''

  constructor(view: MarketView, derivatives: StatReads, bus: Bus) {
    this.#view = view
    this.#derivatives = derivatives
    const isLive = view.cut() === undefined && hasStats(view.instrument)
    this.#unsubscribe = isLive
      ? bus.subscribe<DerivativesEvent>(derivativesTopic(view.instrument.symbol), (event) => {
          if (event.kind === 'marketStat') this.#heard = event
        })
      : () => {}
  }

  close(): void {
    this.#unsubscribe()
  }

  /** Called each second: reads the values when another minute has begun. Rejects when the database is unreachable. */
  async refresh(now: number): Promise<void> {
    const { instrument } = this.#view
    if (!hasStats(instrument)) return
    const cut = this.#view.cut()
    const readFor = `${instrument.id} ${Math.floor((cut ?? now) / MINUTE_MS)}`
    if (readFor === this.#readFor) return
    this.#readFor = readFor
    try {
      this.#loaded = await this.#derivatives.readLatest(instrument, now, cut)
    } catch (error) {
      this.#readFor = ''
      throw error
    }
  }

  present(now: number): Values {
    const end = this.#view.cut() ?? now
    const isNew = (stat: HeardStat | null): boolean => stat !== null && end - stat.ts <= KEPT_MS
    const loaded = isNew(this.#loaded) ? this.#loaded : null
    const heard = isNew(this.#heard) ? this.#heard : null
    if (loaded === null && heard === null) return NONE
    // The recorder may have started a moment ago: not every value has arrived yet.
    const newest = <Name extends keyof HeardStat>(name: Name): HeardStat[Name] | null =>
      heard?.[name] ?? loaded?.[name] ?? null
    const openInterest = newest('openInterest')
    const before = loaded?.openInterestDayBefore ?? null
    return {
      open_interest: openInterest,
      open_interest_change_percent: openInterest === null || before === null ? null : percentOf(openInterest, before),
      funding_rate: newest('fundingRate'),
      next_funding: newest('nextFundingMs'),
      mark_price: newest('markPrice'),
    }
  }
}

/** Change of exact decimals in percent: two decimals, truncated towards zero; null when it was 0. */
export function percentOf(value: string, before: string): string | null {
  const [now, then] = [parseFraction(value), parseFraction(before)]
  if (then.num === 0n) return null
  const change = (now.num * then.den - then.num * now.den) * 10_000n
  const hundredths = change / (then.num * now.den)
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0')
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
