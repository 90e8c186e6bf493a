import type { Drawing } from '@flowprint/contract'
import i18next, { type TFunction } from 'i18next'
import type { FootprintChart } from '@flowprint/chart'
import type { ChartScope } from '../../model/chart-scope.ts'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { useDrawingPreferences, useDrawings } from '../../drawings/drawing-store.ts'
import { useOrder } from '../../model/order-store.ts'
import { orderSearch, type Selection } from '../../model/selection.ts'
import { linkParts, useChartSettings } from '../../model/settings-store.ts'
import { fittingText } from './shared-drawings.ts'
import { createTimeFormat } from '../../../../shared/format/chart-time.ts'
import { formatFileTime } from '../../../../shared/format/utc-text.ts'
import { currentLanguage } from '../../../../shared/i18n/language.ts'
import { saveFile } from '../../../../shared/save-file.ts'
import { readChartTheme } from '../../../../shared/theme/chart-theme.ts'
import { useReplay } from '../../model/replay-store.ts'
import { useTimeZone } from '../../model/time-zone.ts'
import { callIdentity } from '../../../../shared/http/call.ts'
import { failureText } from '../../../../shared/http/failures.ts'
import { requestBytes } from '../../../../shared/http/request-file.ts'
import { retryWhileBusy } from '../../../../shared/http/retry.ts'

interface Range {
  readonly from: number
  readonly to: number
}

/** Drawings visible in a time range first: when not all fit the link, these do. */
export function seenFirst(drawings: readonly Drawing[], range: Range | null): readonly Drawing[] {
  const isSeen = ({ kind, points }: Drawing) => {
    if (range === null || kind === 'hline') return true
    const times = points.map(({ t }) => t)
    return Math.min(...times) < range.to && (kind === 'ray' || Math.max(...times) >= range.from)
  }
  return [...drawings.filter(isSeen), ...drawings.filter((drawing) => !isSeen(drawing))]
}

/** Copies a link to exactly what is shown: selection, settings, view, drawings and time range. */
export async function copyLink(scope: ChartScope, range: Range | null): Promise<void> {
  const { applied } = useOrder.of(scope).getState()
  if (!applied) return
  const { symbol, items } = useDrawings.of(scope).getState()
  const drawn = symbol === applied.symbol && !useDrawingPreferences.getState().hidden ? seenFirst(items, range) : []
  // Texts may still be loading: browsers allow copying only shortly after the click.
  const words = needWords('workspace')
  const { text, count } = drawn.length === 0 ? { text: undefined, count: 0 } : await fittingText(drawn)
  const search = orderSearch({
    ...applied,
    ...linkParts(useChartSettings.of(scope).getState(), true),
    ...(range === null ? {} : { from: String(range.from), to: String(range.to) }),
    d: count > 0 ? text : undefined,
  })
  const copied = await navigator.clipboard.writeText(new URL(`/order${search}`, location.origin).href).then(
    () => true,
    () => false,
  )
  if (!copied) return showToast(i18next.t('common.copyFailed'))
  if (count === drawn.length) return showToast(i18next.t('common.copySuccess'))
  await words
  showToast(i18next.t('workspace.share.copiedSome', { count, total: drawn.length }))
}

/** Height of the line above the chart, CSS px. */
const HEAD_PX = 32
const EDGE_PX = 12

interface PictureWords {
  /** Paints the header from the left; the last item at the right edge. */
  readonly symbol: string
  readonly about: string
  readonly time: string
  readonly product: string
}

/** The chart as an image with a header line. */
function composePicture(chart: HTMLCanvasElement, ratio: number, words: PictureWords): HTMLCanvasElement {
  const theme = readChartTheme()
  const head = Math.round(HEAD_PX * ratio)
  const picture = document.createElement('canvas')
  Object.assign(picture, { width: chart.width, height: chart.height + head })
  const context = picture.getContext('2d')
  if (context === null) return chart
  context.fillStyle = theme.surface1
  context.fillRect(0, 0, picture.width, head)
  context.fillStyle = theme.border
  context.fillRect(0, head - Math.ceil(ratio), picture.width, Math.ceil(ratio))
  context.drawImage(chart, 0, head)
  context.textBaseline = 'middle'
  const write = (text: string, x: number, weight: number, colour: string, align: CanvasTextAlign = 'left') => {
    context.font = `${weight} ${13 * ratio}px ${theme.fontFamily}`
    context.fillStyle = colour
    context.textAlign = align
    context.fillText(text, x, head / 2)
    return context.measureText(text).width
  }
  const edge = EDGE_PX * ratio
  const right = picture.width - edge
  const productWidth = write(words.product, right, 600, theme.text1, 'right')
  let x = edge + write(words.symbol, edge, 700, theme.text1) + edge
  x += write(words.about, x, 500, theme.text2) + edge
  // On a phone not everything fits: the time is on the chart's axis.
  const timeWidth = context.measureText(words.time).width
  if (x + timeWidth + edge < right - productWidth) write(words.time, x, 400, theme.text3)
  return picture
}

interface Pictured {
  readonly chart: FootprintChart
  readonly selection: Selection
  /** Display name of the market. */
  readonly label: string
  readonly product: string
}

function blobOf({ chart, selection, label, product }: Pictured): Promise<Blob | null> {
  const time = createTimeFormat(currentLanguage(), useTimeZone.getState().zone)
  const now = Date.now()
  const { canvas: picture, ratio } = chart.screenshot()
  const canvas = composePicture(picture, ratio, {
    symbol: label,
    about: `${selection.symbol} · ${selection.cycle} · ${selection.precision}`,
    time: `${time.moment(now)} ${time.zoneName}`,
    product,
  })
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

export async function savePicture(pictured: Pictured): Promise<void> {
  const picture = await blobOf(pictured)
  if (picture) saveFile(picture, `${fileName(pictured.selection)}.png`)
}

/** Copies to the clipboard; when unsupported, saves a file and shows a toast. */
export async function copyPicture(pictured: Pictured): Promise<void> {
  const words = needWords('workspace')
  const picture = blobOf(pictured).then((blob) => blob ?? Promise.reject(new Error('no picture')))
  try {
    // Pass the promise itself: the clipboard must be called within the click.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
    await words
    showToast(i18next.t('workspace.share.pictureCopied'))
  } catch {
    await words
    await savePicture(pictured)
    showToast(i18next.t('workspace.share.pictureNotCopied'))
  }
}

/** Creating a file may take long. */
const EXPORT_MS = 10 * 60_000

/** "DEMO-BTCUSD-5m-10": file name of a chart, without extension. */
export function fileName({ symbol, cycle, precision }: Selection): string {
  return `${symbol.replace(/[^\w.]+/g, '-')}-${cycle}-${precision}`
}

/** Loads a file of /export. Uses a call, since a plain link cannot carry the token. Throws CallFailure. */
async function loadExport(
  query: Selection & { readonly from: number; readonly to: number; readonly what: 'trades' | 'bars' },
): Promise<Blob> {
  const bytes = await requestBytes('GET /export', callIdentity(), {
    query: { ...query, as_of: useReplay.getState().cutoff?.t },
    accept: 'text/csv',
    timeoutMs: EXPORT_MS,
  })
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'text/csv' })
}

/** Fetches a file of /export and saves it; shows failures. */
export async function download(t: TFunction, query: Parameters<typeof loadExport>[0]): Promise<void> {
  const { what, from, to } = query
  showToast(t('toolbar.downloadMenu.started'))
  try {
    const file = await retryWhileBusy(
      () => loadExport(query),
      (failure) => showToast(failureText(t, failure)),
    )
    saveFile(file, `${fileName(query)}-${what}-${formatFileTime(from)}-${formatFileTime(to)}.csv`)
  } catch (error) {
    showToast(t('toolbar.downloadMenu.failed', { reason: failureText(t, error) }))
  }
}
