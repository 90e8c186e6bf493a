import type { FootprintChart } from '@flowprint/chart'
import i18next from 'i18next'
import { createTimeFormat } from '../../../../shared/format/chart-time.ts'
import { currentLanguage } from '../../../../shared/i18n/language.ts'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { saveFile } from '../../../../shared/save-file.ts'
import { readChartTheme } from '../../../../shared/theme/chart-theme.ts'
import { showToast } from '../../../../shared/ui/toasts.ts'
import type { Selection } from '../../model/selection.ts'
import { useTimeZone } from '../../model/time-zone.ts'
import { fileName } from './download.ts'

/** Height of the line above the chart, CSS px. */
const HEAD_PX = 32
const EDGE_PX = 12

export interface PictureWords {
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

/** Copies to the clipboard; when unsupported, saves the file and says so. */
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
