/** Horizontal alignment of a text at its x. */
export const ALIGN_LEFT = 0
export const ALIGN_RIGHT = 1
export const ALIGN_CENTRE = 2
const ALIGNS: readonly CanvasTextAlign[] = ['left', 'right', 'center']

const FIRST_ROOM = 4096

/**
 * Rectangles and texts of a picture, collected first and painted by colour: a canvas takes 0.1 us for a rectangle of
 * the same colour as the previous one and five times that for a new colour. Reused between frames; nothing is allocated
 * per item.
 */
export class DrawList {
  #rects = 0
  #x = new Int32Array(FIRST_ROOM)
  #y = new Int32Array(FIRST_ROOM)
  #w = new Int32Array(FIRST_ROOM)
  #h = new Int32Array(FIRST_ROOM)
  #fill = new Uint16Array(FIRST_ROOM)
  #texts = 0
  #text: string[] = []
  /** Whole pixels: a fraction would be boxed in every call, a quarter of the cost of a number. */
  #textX = new Int32Array(FIRST_ROOM)
  #textY = new Int32Array(FIRST_ROOM)
  /** Style * 3 + align. */
  #textKey = new Uint16Array(FIRST_ROOM)
  #order = new Uint32Array(FIRST_ROOM)
  #starts = new Uint32Array(256)

  clear(): void {
    this.#rects = 0
    this.#texts = 0
  }

  rect(x: number, y: number, w: number, h: number, fill: number): void {
    if (w <= 0 || h <= 0) return
    const at = this.#rects++
    if (at >= this.#x.length) this.#growRects()
    this.#x[at] = x
    this.#y[at] = y
    this.#w[at] = w
    this.#h[at] = h
    this.#fill[at] = fill
  }

  /** The four edges of a box, inside its bounds. */
  box(x: number, y: number, w: number, h: number, line: number, fill: number): void {
    this.rect(x, y, w, line, fill)
    this.rect(x, y + h - line, w, line, fill)
    this.rect(x, y + line, line, h - 2 * line, fill)
    this.rect(x + w - line, y + line, line, h - 2 * line, fill)
  }

  text(text: string, x: number, y: number, style: number, align: number): void {
    const at = this.#texts++
    if (at >= this.#textX.length) this.#growTexts()
    this.#text[at] = text
    this.#textX[at] = Math.round(x)
    this.#textY[at] = y
    this.#textKey[at] = style * 3 + align
  }

  /** Paints the rectangles with fills in [from, to), lower fills below. */
  paintRects(context: CanvasRenderingContext2D, fills: readonly string[], from: number, to: number): void {
    const count = this.#sort(this.#fill, this.#rects, fills.length)
    // Columns as locals: a loop over private fields costs as much as the painting.
    const order = this.#order
    const fill = this.#fill
    const [x, y, w, h] = [this.#x, this.#y, this.#w, this.#h]
    let k = 0
    while (k < count && fill[order[k]] < from) k += 1
    let current = -1
    for (; k < count; k++) {
      const i = order[k]
      if (fill[i] !== current) {
        current = fill[i]
        if (current >= to) break
        context.fillStyle = fills[current]
      }
      context.fillRect(x[i], y[i], w[i], h[i])
    }
  }

  /** Paints the texts, plain ones in the first font, bold ones in the second. */
  paintTexts(
    context: CanvasRenderingContext2D,
    styles: readonly { css: string; bold: boolean }[],
    plain: string,
    bold: string,
  ): void {
    const count = this.#sort(this.#textKey, this.#texts, styles.length * 3)
    const order = this.#order
    const keys = this.#textKey
    const text = this.#text
    const [x, y] = [this.#textX, this.#textY]
    let font = ''
    for (let k = 0; k < count;) {
      const key = keys[order[k]]
      const style = styles[Math.floor(key / 3)]
      const wanted = style.bold ? bold : plain
      if (wanted !== font) {
        font = wanted
        context.font = font
      }
      context.fillStyle = style.css
      context.textAlign = ALIGNS[key % 3]
      for (; k < count && keys[order[k]] === key; k++) {
        const i = order[k]
        context.fillText(text[i], x[i], y[i])
      }
    }
  }

  /** Counting sort of 0..count-1 by key, stable: equal colours stay in the order they were added. */
  #sort(keys: Uint16Array, count: number, kinds: number): number {
    if (this.#starts.length < kinds + 1) this.#starts = new Uint32Array(kinds + 1)
    if (this.#order.length < count) this.#order = new Uint32Array(Math.max(count, this.#order.length * 2))
    const starts = this.#starts
    const order = this.#order
    starts.fill(0, 0, kinds + 1)
    for (let i = 0; i < count; i++) starts[keys[i] + 1] += 1
    for (let key = 0; key < kinds; key++) starts[key + 1] += starts[key]
    for (let i = 0; i < count; i++) order[starts[keys[i]]++] = i
    return count
  }

  #growRects(): void {
    const size = this.#x.length * 2
    this.#x = grown(this.#x, new Int32Array(size))
    this.#y = grown(this.#y, new Int32Array(size))
    this.#w = grown(this.#w, new Int32Array(size))
    this.#h = grown(this.#h, new Int32Array(size))
    this.#fill = grown(this.#fill, new Uint16Array(size))
  }

  #growTexts(): void {
    const size = this.#textX.length * 2
    this.#textX = grown(this.#textX, new Int32Array(size))
    this.#textY = grown(this.#textY, new Int32Array(size))
    this.#textKey = grown(this.#textKey, new Uint16Array(size))
  }
}

function grown<T extends { set(from: ArrayLike<number>): void }>(from: ArrayLike<number>, to: T): T {
  to.set(from)
  return to
}
