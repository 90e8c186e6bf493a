import { Analyzer, BAR_COMPLETE, BAR_OPEN, roundScore, sliceBars, zoneEvents } from '@flowprint/orderflow'
import type { Analysis, AnalysisContext, Bars, Lots, Zone } from '@flowprint/orderflow'
import type { AlertOf, Hit, WaitingAlert } from './waiting-alert.ts'

export type StudyAlert = AlertOf<'zone'> | AlertOf<'stack'> | AlertOf<'effort'>

/** A bar closes when the clock of its market is this far past its end (CONTRACT stream rule 6). */
export const CLOSE_AFTER_MS = 2000

export interface StudyContext extends AnalysisContext {
  /** Formatters to decimal text. */
  price(ticks: number): string
  quantity(lots: Lots): string
}

export interface StudyResult {
  readonly hits: readonly Hit[]
  /** Starts of requested bars that are closed but incomplete: to be evaluated after repair. */
  readonly waiting: readonly number[]
}

export const isStudyAlert = (alert: WaitingAlert): alert is StudyAlert =>
  alert.kind === 'zone' || alert.kind === 'stack' || alert.kind === 'effort'

/**
 * Events at the close of the requested bars, for alerts that share cycle, precision and settings.
 * Input   the bars preceded by those the indicators look back on; `asked` selects the bars to evaluate.
 * Output  hits of closed, complete bars only, each keyed by its bar and event; later bars have no influence.
 * Cost    one analysis of all bars, plus one step for each requested bar.
 */
export function barEvents(
  bars: Bars,
  asked: (t: number) => boolean,
  alerts: readonly StudyAlert[],
  context: StudyContext,
): StudyResult {
  const [first] = alerts
  const analyzer = new Analyzer(first.settings, context)
  const hits: Hit[] = []
  const waiting: number[] = []
  let done = 0
  let zones: readonly Zone[] = []
  for (let i = 0; i < bars.length; i++) {
    if (!asked(bars.t[i]) || bars.state[i] === BAR_OPEN) continue
    if (bars.state[i] !== BAR_COMPLETE) {
      waiting.push(bars.t[i])
      continue
    }
    if (i > done) zones = analyzer.update(sliceBars(bars, 0, i), done).zones
    const analysis = analyzer.update(sliceBars(bars, 0, i + 1), i)
    hits.push(...eventsOf(bars, i, zones, analysis, alerts, context))
    zones = analysis.zones
    done = i + 1
  }
  return { hits, waiting }
}

function eventsOf(
  bars: Bars,
  i: number,
  before: readonly Zone[],
  analysis: Analysis,
  alerts: readonly StudyAlert[],
  context: StudyContext,
): Hit[] {
  const barT = bars.t[i]
  const t = barT + bars.cycleMs + CLOSE_AFTER_MS
  const hit = (alert: StudyAlert, what: string, facts: Hit['facts']): Hit => ({
    alertId: alert.id,
    t,
    barT,
    what: `${what} ${barT}`,
    facts,
  })
  const edge = (row: number): string => context.price(row * bars.step)
  const changes = zoneEvents(barT, before, analysis.zones)
  const stacks = analysis.stacks.filter((stack) => stack.t === barT)
  const efforts = analysis.efforts.filter((effort) => effort.t === barT)
  return alerts.flatMap((alert): Hit[] => {
    switch (alert.kind) {
      case 'zone':
        return changes.flatMap(({ event, zone }) => {
          const isWanted = alert.events.includes(event) && (alert.side === 'either' || alert.side === zone.side)
          const { kind, side, lowRow, highRow, born, tests, strength } = zone
          return !isWanted
            ? []
            : [
                hit(alert, `z ${event} ${kind} ${side} ${born} ${lowRow}`, {
                  kind: 'zone',
                  event,
                  zone_kind: kind,
                  side,
                  low: edge(lowRow),
                  high: edge(highRow + 1),
                  born,
                  tests,
                  strength: roundScore(strength),
                  close: context.price(bars.close[i]),
                }),
              ]
        })
      case 'stack':
        return stacks.flatMap(({ side, lowRow, highRow, count, volume }) => {
          const isWanted = count >= alert.minRows && (alert.side === 'either' || alert.side === side)
          return !isWanted
            ? []
            : [
                hit(alert, `k ${side} ${lowRow}`, {
                  kind: 'stack',
                  side,
                  low: edge(lowRow),
                  high: edge(highRow + 1),
                  rows: count,
                  volume: context.quantity(volume),
                }),
              ]
        })
      case 'effort':
        return efforts.flatMap(({ side, score, relVolume, deltaShare, progress, closeLocation, levelRow }) =>
          alert.side !== 'either' && alert.side !== side
            ? []
            : [
                hit(alert, `e ${side}`, {
                  kind: 'effort',
                  side,
                  score: roundScore(score),
                  rel_volume: roundScore(relVolume),
                  delta_share: roundScore(deltaShare),
                  progress: roundScore(progress),
                  close_location: roundScore(closeLocation),
                  level: edge(levelRow),
                }),
              ],
        )
    }
  })
}
