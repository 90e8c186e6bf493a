import { type Drawing, MAX_DRAWING_TEXT_LENGTH, LAST_DRAWING_TIME, MAX_DRAWINGS } from '@flowprint/contract'
import { DRAWING_POINTS, type DrawingKind } from '@flowprint/orderflow'
import type { Overlay, OverlayScope } from '@flowprint/chart'
import { placeDrawing } from '../../drawings/geometry.ts'
import { packText, unpackText } from '../../model/packed-text.ts'
import { type DrawingWords, paintDrawing, surfaceOf } from '../../drawings/paint.ts'

/*
 * Encodes drawings as the link parameter `d`: a version number, then rows of JSON, deflated and base64url-encoded. Ids
 * are omitted; saving creates new ones.
 */

/** Maximum length of `d`: the whole URL stays below the limits of servers and messengers. */
export const MAX_CHARACTERS = 4000
/** Maximum size when unpacked; anything larger was not created by this page. */
const MAX_BYTES = 256 * 1024
const VERSION_PREFIX = '1.'

type Row = [kind: number, colour: string, width: number, points: (number | string)[], text?: string]

const KINDS = Object.keys(DRAWING_POINTS).sort() as DrawingKind[]

/** Encodes drawings, regardless of length. */
export async function drawingsText(drawings: readonly Drawing[]): Promise<string> {
  const rows = drawings.map(({ kind, colour, width, points, text }): Row => [
    KINDS.indexOf(kind),
    colour.slice(1),
    width,
    points.flatMap(({ t, price }) => [t, price]),
    ...(text === undefined ? ([] as const) : ([text] as const)),
  ])
  return VERSION_PREFIX + (await packText(JSON.stringify(rows)))
}

/** Encodes as many drawings as fit a link, in order. */
export async function fittingText(
  drawings: readonly Drawing[],
): Promise<{ readonly text: string; readonly count: number }> {
  let [fits, beyond] = [0, drawings.length + 1]
  let text = ''
  while (beyond - fits > 1) {
    const count = fits === 0 && beyond > drawings.length ? drawings.length : Math.floor((fits + beyond) / 2)
    const tried = await drawingsText(drawings.slice(0, count))
    if (tried.length <= MAX_CHARACTERS) [fits, text] = [count, tried]
    else beyond = count
  }
  return { text, count: fits }
}

/** Decodes drawings of a link, with new ids; null when missing or when any entry is invalid. */
export async function readDrawings(text: string): Promise<Drawing[] | null> {
  if (!text.startsWith(VERSION_PREFIX) || text.length > 2 * MAX_CHARACTERS) return null
  try {
    const rows = JSON.parse(await unpackText(text.slice(VERSION_PREFIX.length), MAX_BYTES)) as unknown
    if (!Array.isArray(rows) || rows.length > MAX_DRAWINGS) return null
    const drawings = rows.map(readRow)
    return drawings.every((drawing) => drawing !== null) ? drawings : null
  } catch {
    return null
  }
}

function readRow(row: unknown): Drawing | null {
  if (!Array.isArray(row)) return null
  const [kindAt, hue, width, numbers, text] = row as unknown[]
  const kind = typeof kindAt === 'number' ? KINDS[kindAt] : undefined
  if (kind === undefined || !Array.isArray(numbers) || numbers.length !== 2 * DRAWING_POINTS[kind]) return null
  if (
    typeof hue !== 'string' ||
    !/^[0-9a-f]{6}$/.test(hue) ||
    !Number.isInteger(width) ||
    (width as number) < 1 ||
    (width as number) > 4
  )
    return null
  if (text !== undefined && (typeof text !== 'string' || text.length > MAX_DRAWING_TEXT_LENGTH || hasControls(text)))
    return null
  const points = []
  for (let i = 0; i < numbers.length; i += 2) {
    const [t, price] = [numbers[i], numbers[i + 1]] as unknown[]
    if (!Number.isInteger(t) || (t as number) < 0 || (t as number) > LAST_DRAWING_TIME) return null
    if (typeof price !== 'string' || price.length > 40 || !/^(0|[1-9]\d*)(\.\d+)?$/.test(price)) return null
    points.push({ t: t as number, price })
  }
  return {
    id: crypto.randomUUID(),
    kind,
    points,
    colour: `#${hue}`,
    width: width as number,
    ...(text === undefined ? {} : { text }),
  }
}

/** The only control characters texts may contain are line breaks. */
const hasControls = (text: string) =>
  [...text].some((letter) => letter !== '\n' && (letter < ' ' || letter === '\u007f'))

/** Read-only drawings of a shared link, paler than the user's own. */
export class SharedOverlay implements Overlay {
  readonly order = 'over'
  readonly #drawings: readonly Drawing[]
  readonly #words: DrawingWords
  readonly #measure = document.createElement('canvas').getContext('2d')!

  constructor(drawings: readonly Drawing[], words: DrawingWords) {
    this.#drawings = drawings
    this.#words = words
  }

  paint(scope: OverlayScope): void {
    const { context, bars, theme } = scope
    const surface = surfaceOf(scope, this.#measure)
    const brush = { context, surface, bars, theme, words: this.#words, isCoarse: false }
    context.globalAlpha = 0.7
    for (const drawing of this.#drawings) paintDrawing(brush, placeDrawing(drawing, surface))
  }
}
