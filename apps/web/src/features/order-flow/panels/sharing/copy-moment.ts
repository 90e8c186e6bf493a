import { MAX_MOMENT_DRAWINGS, type Drawing, type MomentContent, type TradeRow } from '@flowprint/contract'
import { compareCutoffs, type Cutoff } from '@flowprint/orderflow'
import i18next from 'i18next'
import { call } from '../../../../shared/http/call.ts'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { barEnd, type ChartController } from '../../chart/chart-controller.ts'
import { useDrawingPreferences, useDrawings } from '../../drawings/drawing-store.ts'
import { useMarket } from '../../model/market-store.ts'
import { type MomentRequest, type TradesRow, useMomentRequests } from '../../model/moment-requests.ts'
import { useOrder } from '../../model/order-store.ts'
import { useReplay } from '../../model/replay-store.ts'
import type { Selection } from '../../model/selection.ts'
import { linkParts, useChartSettings } from '../../model/settings-store.ts'
import { seenFirst } from './export.ts'

interface Range {
  readonly from: number
  readonly to: number
}

/** A request whose time is known. */
export type TimedRequest = MomentRequest & { readonly at: Exclude<MomentRequest['at'], { readonly bar: unknown }> }

/**
 * The moment of a bar: its end, at most the present of the reader or of the replay.
 *
 * Input   `bar`: index; null, or none of the chart's: the present. `now`: ms of this machine.
 */
export function cutoffOfBar(
  { chart, scope }: Pick<ChartController, 'chart' | 'scope'>,
  bar: number | null,
  now: number,
): Cutoff {
  const { meta, offsetMs } = useMarket.of(scope).getState()
  const end = meta?.live === false ? (meta.coverage?.to ?? null) : null
  const present = { t: end ?? Math.round(now + offsetMs) - (meta?.delayMs ?? 0), trades: 0 }
  const latest = useReplay.getState().cutoff ?? present
  const bars = chart.bars()
  if (bar === null || bar < 0 || bar >= bars.length) return latest
  const closed = { t: barEnd(bars, bar), trades: 0 }
  return compareCutoffs(closed, latest) < 0 ? closed : latest
}

/** Maximum trades read to find those of a row. */
const MAX_ROW_TRADES = 10_000

/**
 * The cutoff right after the last trade of a row: how many trades of its millisecond come up to it.
 *
 * Input   `trades`: those of [row.firstTs, row.lastTs] in canonical order.
 * Output  the end of the millisecond when the row is not among them, because the tape was repaired since.
 */
export function cutoffOfRow(row: TradesRow, trades: readonly Pick<TradeRow, 'id' | 'ts'>[]): Cutoff {
  const first = trades.findIndex(({ id }) => id === row.id)
  const last = first + row.trades - 1
  if (first < 0 || trades[last]?.ts !== row.lastTs) return { t: row.lastTs + 1, trades: 0 }
  const before = trades.findIndex(({ ts }) => ts === row.lastTs)
  return { t: row.lastTs, trades: last - before + 1 }
}

async function findCutoff({ at }: TimedRequest, symbol: string): Promise<Cutoff> {
  if ('cutoff' in at) return at.cutoff
  const { firstTs, lastTs } = at.row
  const query = { symbol, from: firstTs, to: lastTs + 1, limit: MAX_ROW_TRADES }
  return cutoffOfRow(at.row, await call('GET /trades', { query }))
}

const withoutId = ({ kind, points, colour, width, text }: Drawing): MomentContent['drawings'][number] => ({
  kind,
  points,
  colour,
  width,
  ...(text === undefined ? {} : { text }),
})

/** What a moment shows; null: nothing is selected. */
export function selectionOf({ scope, selection }: Pick<MomentRequest, 'scope' | 'selection'>): Selection | null {
  const { applied } = useOrder.of(scope).getState()
  return applied && { ...applied, ...selection }
}

/** The drawings that a moment has, visible ones first: those of its market, unless they are hidden. */
export function drawingsOf(
  request: Pick<MomentRequest, 'scope' | 'selection'>,
  range: Range | null,
): readonly Drawing[] {
  const { symbol, items } = useDrawings.of(request.scope).getState()
  if (symbol !== selectionOf(request)?.symbol || useDrawingPreferences.getState().hidden) return []
  return seenFirst(items, range).slice(0, MAX_MOMENT_DRAWINGS)
}

/** Saves a moment; returns its link. */
async function saveMoment(
  request: TimedRequest,
  selection: Selection,
  note: string,
  range: Range | null,
): Promise<string> {
  const cutoff = await findCutoff(request, selection.symbol)
  const { settings = '', view = '' } = linkParts(useChartSettings.of(request.scope).getState(), true)
  // A range elsewhere would hide the moment.
  const isInRange = range !== null && range.from < cutoff.t && cutoff.t <= range.to
  const body: MomentContent = {
    ...selection,
    settings,
    view,
    ...(isInRange ? { range } : {}),
    cutoff,
    drawings: drawingsOf(request, range).map(withoutId),
    note,
  }
  const { id } = await call('POST /save_moment', { body })
  return linkOf(id)
}

export const linkOf = (id: string): string => new URL(`/moment/${id}`, location.origin).href

/** Saves a moment and copies its link. `range`: what the chart shows, ms. Failures were shown in a toast. */
export async function copyMoment(request: TimedRequest, note: string, range: Range | null): Promise<void> {
  const selection = selectionOf(request)
  if (selection === null) return
  await copyLater(saveMoment(request, selection, note, range))
}

/** Copies a link that is still being made. If the browser refuses, the page shows it in a field. */
export async function copyLater(making: Promise<string>): Promise<void> {
  const isCopied = writeText(making).then(
    () => true,
    () => false,
  )
  let link: string
  try {
    link = await making
  } catch {
    return
  }
  if (!(await isCopied)) return useMomentRequests.setState({ link })
  await needWords('moments')
  showToast(i18next.t('moments.copied'))
}

/** Browsers allow copying only shortly after the click: the text may follow. */
function writeText(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return text.then((made) => navigator.clipboard.writeText(made))
  const blob = text.then((made) => new Blob([made], { type: 'text/plain' }))
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}
