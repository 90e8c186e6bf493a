import {
  MINUTE_MS,
  aggregateTrades,
  BAR_COMPLETE,
  decodeFrame,
  encodeFrame,
  lowerBoundTs,
  parseSettings,
  sliceTrades,
} from '@flowprint/orderflow'
import type { Bars, Trades } from '@flowprint/orderflow'
import { barEvents } from '../../apps/server/src/modules/alerts/rules/bar-events.ts'
import type { StudyAlert } from '../../apps/server/src/modules/alerts/rules/bar-events.ts'
import { TradeEvaluator } from '../../apps/server/src/modules/alerts/rules/trade-evaluator.ts'
import { Cooldowns } from '../../apps/server/src/modules/alerts/rules/waiting-alert.ts'
import { usualSizes } from '../../apps/server/src/modules/alerts/rules/usual-sizes.ts'
import type { RuleInUnits, WaitingAlert } from '../../apps/server/src/modules/alerts/rules/waiting-alert.ts'
import { BTC, BtcTape } from './btc-tape.ts'
import { median, withinRow, type BenchRow } from './harness.ts'

const PER_SECOND = 5_000
const FRAME_MS = 100
const STUDIES = 10
const STUDY_BARS = 352
const CYCLES = [15_000, 30_000, MINUTE_MS, 3 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 3_600_000, 86_400_000]
const PEER = 'one second of one core'

/**
 * Cost of evaluating a thousand alerts on one market of 5,000 trades a second, relative to that second. Prices and
 * lines follow the market, so that many alerts fire, cool down and fire again.
 */
export async function benchAlerts(): Promise<BenchRow[]> {
  const trades = new BtcTape(11, PER_SECOND * 60).next(2)
  const frames = framesOf(trades)
  const texts = { price: String, quantity: String, notional: String }
  const watch = new TradeEvaluator(tradeAlerts(trades), { last: null, sweep: null, sums: {} }, new Cooldowns(), {
    ...texts,
    sizes: usualSizes({ minutes: [], sizes: [], floor: 0 }),
    isWhole: () => true,
  })
  for (const cycleMs of watch.cycles) watch.startSums(cycleMs, { seq: -1, bars: [] }, 0)
  const seconds: number[] = []
  let hits = 0
  for (let from = 0; from < frames.length; from += 1000 / FRAME_MS) {
    const started = performance.now()
    for (const frame of frames.slice(from, from + 1000 / FRAME_MS))
      hits += watch.process(decodeFrame(frame).trades).length
    seconds.push(performance.now() - started)
  }

  const bars = studyBars()
  const last = bars.t[bars.length - 1]
  const rounds: number[] = []
  for (let round = 0; round < 12; round++) {
    const started = performance.now()
    for (let k = 0; k < STUDIES; k++) barEvents(bars, (t) => t === last, studyAlerts(k), { units: BTC, ...texts })
    rounds.push(performance.now() - started)
  }
  console.log(
    `bench: ${trades.length} trades, ${hits} times an alert fired; ${STUDIES} studies of ${bars.length} bars: ${median(rounds).toFixed(1)} ms a close`,
  )
  const onTrades = median(seconds.slice(10))
  return [
    withinRow(
      'alerts',
      `900 alerts on trades of one symbol, ${PER_SECOND} trades/s: a second of it`,
      PEER,
      onTrades,
      1000,
      0.1,
    ),
    withinRow(
      'alerts',
      `and 100 on closes of 1m bars, ${STUDIES} settings: a second of both`,
      PEER,
      onTrades + median(rounds) / 60,
      1000,
      0.1,
    ),
  ]
}

function framesOf(trades: Trades): Uint8Array[] {
  const frames: Uint8Array[] = []
  const end = trades.ts[trades.length - 1]
  for (let ts = BTC.from, seq = 1; ts <= end; ts += FRAME_MS) {
    const run = sliceTrades(trades, lowerBoundTs(trades, ts), lowerBoundTs(trades, ts + FRAME_MS))
    if (run.length === 0) continue
    frames.push(
      encodeFrame({
        symbol: BTC.symbol,
        tape: 'bench',
        instrumentVersion: 1,
        firstSeq: seq,
        lastSeq: seq + run.length - 1,
        watermark: ts + FRAME_MS,
        trades: { ...run, seq: null },
      }),
    )
    seq += run.length
  }
  return frames
}

function alert(id: number, rule: RuleInUnits): WaitingAlert {
  return { id, armedT: 0, lastFiredT: null, repeat: 'event', cooldownMs: 0, expiresAt: null, ...rule } as WaitingAlert
}

function tradeAlerts(trades: Trades): WaitingAlert[] {
  const { price, length } = trades
  const near = (k: number): number => price[Math.floor((k * length) / 1000)] + ((k * 37) % 41) - 20
  const cycleOf = (k: number): number => CYCLES[k % CYCLES.length]
  return Array.from({ length: 900 }, (_, k): WaitingAlert => {
    if (k < 400) return alert(k, { kind: 'price', tick: near(k), direction: 'either', cycleMs: MINUTE_MS })
    if (k < 600) {
      const points = [
        { t: BTC.from, tick: near(k) },
        { t: BTC.from + 2 * MINUTE_MS, tick: near(k + 400) },
      ]
      return alert(k, {
        kind: 'drawing',
        drawingId: String(k),
        shape: { kind: k % 2 === 0 ? 'trend' : 'rect', points },
        cycleMs: MINUTE_MS,
      })
    }
    if (k < 750) return alert(k, { kind: 'delta', side: 'either', lots: 1000 * (k - 599), cycleMs: cycleOf(k) })
    if (k < 850) return alert(k, { kind: 'volume', lots: 5000 * (k - 749), cycleMs: cycleOf(k) })
    return alert(k, { kind: 'big_trade', side: 'either', notional: 1e10 * (k - 849), cycleMs: MINUTE_MS })
  })
}

function studyBars(): Bars {
  const bars = aggregateTrades(new BtcTape(12).next(STUDY_BARS), { cycleMs: MINUTE_MS, step: 100 })
  return { ...bars, state: new Uint8Array(bars.length).fill(BAR_COMPLETE) }
}

function studyAlerts(k: number): StudyAlert[] {
  const settings = parseSettings({ imbalance: { ratio: String(2 + k / 10) } })
  const study = { cycleMs: MINUTE_MS, step: 100, settings }
  return Array.from(
    { length: 10 },
    (_, i) =>
      alert(
        1000 + 10 * k + i,
        i % 2 === 0
          ? { kind: 'zone', events: ['born', 'touched', 'broken'], side: 'either', ...study }
          : { kind: 'stack', side: 'either', minRows: 3, ...study },
      ) as StudyAlert,
  )
}
