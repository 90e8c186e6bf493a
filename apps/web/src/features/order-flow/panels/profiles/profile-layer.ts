import type { FootprintChart } from '@flowprint/chart'
import type { Profile } from '@flowprint/contract'
import { type Bars, coveredAt, type Cutoff, lowerBoundT, NO_ROW } from '@flowprint/orderflow'
import type { ChartScope } from '../../model/chart-scope.ts'
import type { TimeZoneChoice } from '../../../../shared/format/chart-time.ts'
import { useDrawingPreferences, useDrawings } from '../../drawings/drawing-store.ts'
import { barEnd, type ChartController } from '../../chart/chart-controller.ts'
import { useMarket } from '../../model/market-store.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import { BarSums, type ProfileCall, ProfileCalls } from './profile-sources.ts'
import { loadedRange, sessionRule, sessionWindows, type TimeRange, wholeBars } from './profile-ranges.ts'
import { useProfilePreferences } from './profile-preferences.ts'
import { profileOverlays } from './paint-profile.ts'
import { useReplay } from '../../model/replay-store.ts'
import { type PlacedProfile, type ProfileKind, useProfiles } from './profile-store.ts'

/** Profiles update twice a second while the market moves, ten times while panning. */
const LIVE_REFRESH_MS = 500
const PAN_REFRESH_MS = 100
/** Sessions of fewer bars are not profiled. */
const MIN_BARS = 3

interface Wanted extends TimeRange {
  readonly kind: ProfileKind
  /** The bars it covers, when known: [first, end). */
  readonly whole?: { readonly first: number; readonly end: number } | undefined
}

/** Determines the chart's profiles and paints them. Lives outside React, next to the chart. */
export class ProfileLayer {
  readonly #chart: FootprintChart
  readonly #scope: ChartScope
  readonly #load: (call: ProfileCall) => Promise<Profile>
  readonly #sums = new BarSums()
  readonly #undo: (() => void)[] = []
  #calls: ProfileCalls
  #zone: TimeZoneChoice
  #items: readonly PlacedProfile[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #due = Infinity

  constructor({ chart, scope }: ChartController, zone: TimeZoneChoice, load: (call: ProfileCall) => Promise<Profile>) {
    this.#chart = chart
    this.#scope = scope
    this.#zone = zone
    this.#load = load
    this.#calls = this.#newCalls()
    const soon = () => this.#refreshIn(0)
    this.#undo.push(
      ...profileOverlays(() => ({
        items: this.#items,
        preferences: useProfilePreferences.of(this.#scope).getState(),
      })).map((overlay) => chart.addOverlay(overlay)),
      chart.onVisibleRange(() => this.#refreshIn(PAN_REFRESH_MS)),
      useMarket.of(this.#scope).subscribe((now, before) => {
        // The chart reloaded: server answers may refer to other trades.
        if (now.meta !== before.meta) this.#calls = this.#newCalls()
        this.#refreshIn(now.meta === before.meta ? LIVE_REFRESH_MS : 0)
      }),
      useChartSettings
        .of(this.#scope)
        .subscribe((now, before) => now.indicators.valueArea !== before.indicators.valueArea && soon()),
      useProfilePreferences.of(this.#scope).subscribe(() => {
        soon()
        chart.repaintOverlays()
      }),
      useDrawings.of(this.#scope).subscribe((now, before) => now.items !== before.items && soon()),
      useDrawingPreferences.subscribe((now, before) => now.hidden !== before.hidden && soon()),
    )
    soon()
  }

  /** The page's time zone changed, and custom hours with it. */
  setZone(zone: TimeZoneChoice): void {
    this.#zone = zone
    this.#refreshIn(0)
  }

  dispose(): void {
    clearTimeout(this.#timer)
    for (const undo of this.#undo) undo()
    useProfiles.of(this.#scope).setState({ items: [], failure: null })
  }

  #newCalls(): ProfileCalls {
    return new ProfileCalls(
      this.#load,
      () => this.#refreshIn(0),
      () => performance.now(),
    )
  }

  #refreshIn(ms: number): void {
    const due = performance.now() + ms
    if (due >= this.#due) return
    clearTimeout(this.#timer)
    this.#due = due
    this.#timer = setTimeout(() => {
      this.#due = Infinity
      this.#refresh()
    }, ms)
  }

  #refresh(): void {
    const bars = this.#chart.bars()
    const { meta, older } = useMarket.of(this.#scope).getState()
    if (meta === null || bars.length === 0) return this.#show([], null)
    const names = new Set<string>()
    const calls: ProfileCall[] = []
    const { cutoff } = useReplay.getState()
    const share = useChartSettings.of(this.#scope).getState().indicators.valueArea.share
    const items: PlacedProfile[] = []
    let failure: unknown = null
    for (const { kind, from, to, whole } of this.#wanted(bars)) {
      const loaded = whole ?? loadedRange(bars, { from, to }, older === 'beginning')
      if (loaded) {
        const name = kind === 'visible' ? kind : `${kind} ${from} ${to}`
        names.add(name)
        if (loaded.end <= loaded.first) continue
        const shown = this.#sums.profile(name, bars, loaded, share)
        items.push({ kind, from, to, shown, nakedUntil: nakedUntil(kind, bars, to, shown) })
        continue
      }
      const call = { symbol: meta.symbol, precision: meta.precision, share, from, to, asOf: asOfOf(cutoff, to) }
      if (call.asOf !== undefined && call.asOf <= from) continue
      calls.push(call)
      const asked = this.#calls.profile(call, meta.units, to > bars.t[bars.length - 1])
      failure ??= asked.failure
      // The precision just changed: the answer has another row height.
      if (asked.shown?.step === bars.step)
        items.push({ kind, from, to, shown: asked.shown, nakedUntil: nakedUntil(kind, bars, to, asked.shown) })
    }
    this.#sums.keepOnly(names)
    this.#calls.keepOnly(calls)
    this.#show(items, failure)
  }

  #wanted(bars: Bars): Wanted[] {
    const preferences = useProfilePreferences.of(this.#scope).getState()
    const wanted: Wanted[] = []
    const last = bars.length - 1
    const end = bars.t[last] + Math.max(1, bars.cycleMs)
    if (preferences.session) {
      const rule = sessionRule(preferences, this.#zone)
      const windows = sessionWindows(rule, { from: bars.t[0], to: end }).filter(
        ({ from, to }) => to - from >= MIN_BARS * bars.cycleMs,
      )
      for (const window of windows.slice(-preferences.sessions)) wanted.push({ kind: 'session', ...window })
    }
    if (!useDrawingPreferences.getState().hidden) {
      for (const { kind, points } of useDrawings.of(this.#scope).getState().items) {
        if (kind === 'profile' && points.length === 2)
          wanted.push({ kind: 'fixed', ...wholeBars(bars, points[0].t, points[1].t) })
      }
    }
    if (preferences.visible) {
      const range = this.#chart.visibleRange()
      const to = Math.min(range.to, last)
      if (to >= range.from)
        wanted.push({
          kind: 'visible',
          from: Math.floor(bars.t[range.from]),
          to: barEnd(bars, to),
          whole: { first: range.from, end: to + 1 },
        })
    }
    return wanted
  }

  #show(items: readonly PlacedProfile[], failure: unknown): void {
    const isSame = sameItems(this.#items, items)
    if (!isSame) {
      this.#items = items
      this.#chart.repaintOverlays()
    }
    if (!isSame || useProfiles.of(this.#scope).getState().failure !== failure)
      useProfiles.of(this.#scope).setState({ items: this.#items, failure })
  }
}

function sameItems(a: readonly PlacedProfile[], b: readonly PlacedProfile[]): boolean {
  const isSame = (one: PlacedProfile, other: PlacedProfile) =>
    one.kind === other.kind &&
    one.from === other.from &&
    one.to === other.to &&
    one.shown === other.shown &&
    one.nakedUntil === other.nakedUntil
  return a.length === b.length && a.every((one, i) => isSame(one, b[i]))
}

/** End of a session's point-of-control line; null while the session is open. */
function nakedUntil(
  kind: ProfileKind,
  bars: Bars,
  to: number,
  { poc, step }: { poc: number; step: number },
): number | null {
  if (kind !== 'session' || poc === NO_ROW || to > bars.t[bars.length - 1]) return null
  const at = coveredAt(bars, poc, step, lowerBoundT(bars, to))
  return at < bars.length ? bars.t[at] : Infinity
}

/** Profiles of the server follow a replay at this interval. */
const REPLAY_STEP_MS = 15_000

/** The moment of a replay before which a profile is computed; undefined when nothing later belongs to it. */
function asOfOf(cutoff: Cutoff | null, to: number): number | undefined {
  if (cutoff === null) return undefined
  const asOf = Math.floor(cutoff.t / REPLAY_STEP_MS) * REPLAY_STEP_MS
  return asOf < to ? asOf : undefined
}
