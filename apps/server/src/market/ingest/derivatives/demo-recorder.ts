import { decimalUnit, fromUnits, DAY_MS, HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import type { DecimalUnit } from '@flowprint/orderflow'
import { createSimulatedDerivatives } from '@flowprint/venues'
import type { SimulatedDerivatives, SimulatedStats } from '@flowprint/venues'
import { delay } from '../../../platform/async/index.ts'
import type { Semaphore } from '../../../platform/async/index.ts'
import type { DerivativesState } from '../../../platform/bus/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { DerivativesLease, MinuteStat, NewLiquidation } from '../../store/index.ts'
import { recordUnderLease } from '../recording/record-under-lease.ts'
import type { DemoMarket } from '../recording/start-recording.ts'
import type { DerivativesRecorderOptions } from './derivatives-options.ts'
import { StatePublisher } from './state-publisher.ts'

interface DemoRecorderOptions extends DerivativesRecorderOptions, DemoMarket {
  /** Makes the past of all simulated markets one piece after the other, with pauses: trades and pages come first. */
  readonly pastSemaphore: Semaphore
}

const GATHER_MS = 250
/** A quiet market extends its coverage this often. */
const EXTEND_MS = 1_000
const RETRY_MS = 2_000
/** Default. */
const HISTORY_MS = 7 * DAY_MS
/** The past is made in pieces of this length: some milliseconds of work. */
const PIECE_MS = 10 * MINUTE_MS
/** The past is committed in parts of this length: each commit costs more than making its pieces. */
const PART_MS = HOUR_MS
const RATE_UNIT = decimalUnit('0.00000001')

/** Records one simulated market under its lease. Its data is a function of the seed and the time: nothing is lost. */
export class DemoRecorder {
  readonly #options: DemoRecorderOptions
  readonly #publisher: StatePublisher
  readonly #simulated: SimulatedDerivatives
  readonly #tick: DecimalUnit
  readonly #lot: DecimalUnit
  /** Everything before it is stored. */
  #done = 0
  #newest: SimulatedStats | null = null
  /** Minute that was published last. */
  #sent: number | null = null

  constructor(options: DemoRecorderOptions) {
    const { market, seed } = options
    this.#options = options
    this.#publisher = new StatePublisher(market.symbol, options)
    this.#simulated = createSimulatedDerivatives({ seed, market })
    this.#tick = decimalUnit(market.tickSize)
    this.#lot = decimalUnit(market.lotSize)
  }

  get state(): DerivativesState {
    return this.#publisher.state
  }

  /** Runs until the signal aborts. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { store, derivatives, log, market } = this.#options
    const { symbol } = market
    await recordUnderLease(
      {
        symbol,
        store,
        acquireLease: (instrument, acquiring) => derivatives.acquireLease(instrument, acquiring),
        record: (_instrument, lease, holding) => this.#record(lease, holding),
        onFailure: (error) => {
          this.#publisher.publish('lost')
          log.warn({ symbol, error: messageOf(error) }, 'simulated derivatives data was interrupted, will retry')
        },
        retryMs: () => RETRY_MS,
      },
      signal,
    )
  }

  async #record(lease: DerivativesLease, holding: AbortSignal): Promise<void> {
    const { clock, historyMs = HISTORY_MS } = this.#options
    const oldest = Math.floor((clock.now() - historyMs) / MINUTE_MS) * MINUTE_MS
    this.#done = Math.max(oldest, lease.untilMs ?? -Infinity)
    while (!holding.aborted) {
      await this.#advance(lease, holding)
      this.#publishStat()
      await delay(GATHER_MS, { signal: holding, ref: false })
    }
  }

  /** Makes and commits everything until now. */
  async #advance(lease: DerivativesLease, holding: AbortSignal): Promise<void> {
    const { clock, market, log } = this.#options
    const started = { at: performance.now(), from: this.#done }
    while (!holding.aborted) {
      const now = clock.now()
      const to = Math.min(now, Math.floor(this.#done / PART_MS) * PART_MS + PART_MS)
      if (to === now) this.#publisher.publish('recording')
      if (to <= this.#done || (to === now && this.#isQuiet(to))) return
      await this.#commit(lease, to)
      if (to < now) continue
      if (this.#done - started.from >= PIECE_MS)
        log.info(
          {
            symbol: market.symbol,
            minutes: Math.round((this.#done - started.from) / MINUTE_MS),
            seconds: Math.round(performance.now() - started.at) / 1000,
          },
          'simulated derivatives data stored',
        )
      return
    }
  }

  #isQuiet(to: number): boolean {
    return to - this.#done < EXTEND_MS && this.#simulated.liquidations(this.#done, to).length === 0
  }

  async #commit(lease: DerivativesLease, to: number): Promise<void> {
    const { derivatives, commitSemaphore } = this.#options
    const fromMs = this.#done
    const { liquidations, stats } = await this.#make(fromMs, to)
    // First: what is done is read from the coverage.
    await commitSemaphore.run(() =>
      derivatives.saveStats(
        lease,
        stats.map((stat) => this.#toMinute(stat)),
      ),
    )
    await derivatives.append(lease, { liquidations, coverage: { fromMs, untilMs: to, isComplete: true } })
    this.#newest = stats.at(-1) ?? this.#newest
    this.#done = to
  }

  async #make(
    fromMs: number,
    toMs: number,
  ): Promise<{ readonly liquidations: NewLiquidation[]; readonly stats: SimulatedStats[] }> {
    const { pastSemaphore, clock } = this.#options
    const liquidations: NewLiquidation[] = []
    const stats: SimulatedStats[] = []
    for (let from = fromMs; from < toMs;) {
      const to = Math.min(toMs, Math.floor(from / PIECE_MS) * PIECE_MS + PIECE_MS)
      const makePiece = async (): Promise<void> => {
        for (const { t, position, price, lots } of this.#simulated.liquidations(from, to))
          liquidations.push({ ts: t, position, priceTicks: price, lots })
        stats.push(...this.#simulated.stats(from, to))
      }
      await (clock.now() - to < PIECE_MS ? makePiece() : pastSemaphore.run(makePiece))
      from = to
    }
    return { liquidations, stats }
  }

  #toMinute({ t, openInterestLots, markTicks, fundingRateE8, nextFundingMs }: SimulatedStats): MinuteStat {
    return {
      minute: t,
      openInterest: fromUnits(openInterestLots, this.#lot),
      fundingRate: fromUnits(fundingRateE8, RATE_UNIT),
      nextFundingMs,
      markPrice: fromUnits(markTicks, this.#tick),
      indexPrice: null,
    }
  }

  #publishStat(): void {
    if (this.#newest === null || this.#newest.t === this.#sent) return
    this.#sent = this.#newest.t
    const { minute, ...values } = this.#toMinute(this.#newest)
    this.#publisher.publishStat(minute, values)
  }
}
