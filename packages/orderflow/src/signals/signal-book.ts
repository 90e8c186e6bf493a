import { EventList } from '../analysis/bar-history.ts'
import type { BarHistory } from '../analysis/bar-history.ts'
import { BAR_COMPLETE, BAR_OPEN } from '../bars/bars.ts'
import type { Bars } from '../bars/bars.ts'
import type { IndicatorSettings } from '../settings/settings.ts'
import { absorptionRule, absorptionsAt, EndVolumes, type AbsorptionRule } from './absorption.ts'
import { AuctionBook, unfinishedAt, unfinishedRule } from './unfinished.ts'
import type { UnfinishedRule } from './unfinished.ts'
import { exhaustionRule, exhaustionsAt, type ExhaustionRule } from './exhaustion.ts'
import type { Absorption, Exhaustion, Signals, UnfinishedAuction } from './signal.ts'

/**
 * The signals of one run of bars. Bars are added in order and can be rewound, like all state of an Analyzer.
 *
 * Disabled signals are not computed; unfinished auctions needed only for zones are computed but not listed.
 */
export class SignalBook {
  private readonly settings: IndicatorSettings
  private readonly unfinished: UnfinishedRule
  private readonly absorption: AbsorptionRule
  private readonly exhaustion: ExhaustionRule
  private readonly auctions = new AuctionBook()
  private readonly absorptions = new EventList<Absorption>()
  private readonly exhaustions = new EventList<Exhaustion>()
  private readonly ends = new EndVolumes()
  private listed: Signals | null = null

  /** Input: parsed settings. */
  constructor(settings: IndicatorSettings) {
    this.settings = settings
    this.unfinished = unfinishedRule(settings.unfinished)
    this.absorption = absorptionRule(settings.absorption)
    this.exhaustion = exhaustionRule(settings.exhaustion)
  }

  /** Reserves capacity for this many bars; existing entries are kept. */
  reserve(length: number): void {
    if (this.settings.absorption.show) this.ends.reserve('bar', length)
  }

  rewind(index: number): void {
    this.auctions.rewind(index)
    this.absorptions.rewind(index)
    this.exhaustions.rewind(index)
  }

  /** Adds bar i, which the history already contains. Output: its unfinished auctions, when they are computed. */
  take(bars: Bars, i: number, history: BarHistory): readonly UnfinishedAuction[] {
    const { unfinished, absorption, exhaustion, zones } = this.settings
    if (absorption.show) this.ends.take(bars, i)
    if (bars.state[i] === BAR_OPEN) return []
    if (unfinished.show) this.auctions.step(i, bars.t[i], bars.high[i], bars.low[i])
    if (bars.state[i] !== BAR_COMPLETE) return []
    if (absorption.show) {
      for (const found of absorptionsAt(bars, i - 1, this.absorption, history, this.ends))
        this.absorptions.push(i, found)
    }
    if (exhaustion.show) {
      for (const found of exhaustionsAt(bars, i, this.exhaustion, history)) this.exhaustions.push(i, found)
    }
    const auctions = unfinished.show || zones.kinds.unfinished ? unfinishedAt(bars, i, this.unfinished) : []
    if (unfinished.show) for (const auction of auctions) this.auctions.add(i, auction)
    return auctions
  }

  /** Immutable; the same object until something changes. */
  list(): Signals {
    const unfinished = this.auctions.list()
    const absorptions = this.absorptions.list()
    const exhaustions = this.exhaustions.list()
    const known = this.listed
    if (
      known &&
      known.unfinished === unfinished &&
      known.absorptions === absorptions &&
      known.exhaustions === exhaustions
    )
      return known
    this.listed = { unfinished, absorptions, exhaustions }
    return this.listed
  }
}
