import { ASK, BID, type RestingValue } from '@flowprint/orderflow'
import { getContext } from '../panes/pane-layers.ts'
import { type ColumnRing, firstCellFrom } from './column-ring.ts'
import type { RowWindow } from './heat-layout.ts'
import type { IntensityTable } from './intensity.ts'

/** Columns of a tile. A canvas that was drawn is copied before it changes, so a live column must touch a small one. */
const TILE = 128
/** From this many changed columns on, tiles are prepared again when they are drawn. */
const MANY = 16

/** Columns and rows that share a pixel of a tile, and the rows (in groups) that tiles hold. */
export interface TileShape {
  readonly columns: number
  readonly rows: number
  readonly window: RowWindow
}

interface Tile {
  readonly canvas: HTMLCanvasElement
  readonly context: CanvasRenderingContext2D
  isValid: boolean
}

/** A tile, or a part of it, to be drawn: columns, with fractions, from `from` to `to`, at x `left` of the canvas. */
export interface TilePart {
  readonly canvas: HTMLCanvasElement
  readonly from: number
  readonly to: number
  /** Pixels of the canvas. */
  readonly left: number
  readonly width: number
}

/**
 * The picture of the columns at the resolution of cells: one pixel per column (or group of them) and row, transparent where
 * nothing is known. Where several quantities share a pixel, the largest is shown, so that zooming out loses no large one.
 */
export class HeatTiles {
  readonly #ring: ColumnRing
  readonly #table: IntensityTable
  #colours: Uint32Array
  #value: RestingValue = 'end'
  #shape: TileShape = { columns: 1, rows: 1, window: { low: 0, high: 0 } }
  readonly #tiles = new Map<number, Tile>()
  #levels = new Uint8Array(1)
  #line = new ImageData(1, 1)
  #block: ImageData | null = null

  constructor(ring: ColumnRing, table: IntensityTable, colours: Uint32Array) {
    this.#ring = ring
    this.#table = table
    this.#colours = colours
  }

  setColours(colours: Uint32Array): void {
    this.#colours = colours
    this.invalidate()
  }

  /** Which quantity of a cell is shown. */
  setValue(value: RestingValue): void {
    this.#value = value
    this.invalidate()
  }

  setShape(shape: TileShape): void {
    const { columns, rows, window } = this.#shape
    const { low, high } = shape.window
    if (shape.columns === columns && shape.rows === rows && low === window.low && high === window.high) return
    const height = high - low + 1
    if (height !== this.#levels.length) {
      this.#levels = new Uint8Array(height)
      this.#line = new ImageData(1, height)
      this.#block = null
      this.release()
    } else this.invalidate()
    this.#shape = shape
  }

  get shape(): TileShape {
    return this.#shape
  }

  /** Every tile is prepared again when it is drawn. */
  invalidate(): void {
    for (const tile of this.#tiles.values()) tile.isValid = false
  }

  /** Columns from `from` to `to` (exclusive) changed: a few are painted at once, by one `putImageData` each. */
  update(from: number, to: number): void {
    const { columns } = this.#shape
    const [first, last] = [Math.floor(from / columns), Math.floor((to - 1) / columns)]
    for (let k = Math.floor(first / TILE); k <= Math.floor(last / TILE); k++) {
      const tile = this.#tiles.get(k)
      if (tile === undefined || !tile.isValid) continue
      if (last - first >= MANY) tile.isValid = false
      else
        for (let g = Math.max(first, k * TILE); g <= Math.min(last, k * TILE + TILE - 1); g++) this.#paintLine(tile, g)
    }
  }

  /** The tiles that hold columns from `from` to `to`, both with fractions. */
  parts(from: number, to: number): TilePart[] {
    if (from >= to) return []
    const { columns } = this.#shape
    const width = TILE * columns
    this.#dropBefore(Math.floor(this.#ring.first / width))
    const parts: TilePart[] = []
    for (let k = Math.floor(from / width); k * width < to; k++) {
      const [start, end] = [Math.max(from, k * width), Math.min(to, (k + 1) * width)]
      const left = (start - k * width) / columns
      parts.push({ canvas: this.#tile(k).canvas, from: start, to: end, left, width: (end - start) / columns })
    }
    return parts
  }

  release(): void {
    for (const { canvas } of this.#tiles.values()) releasePixels(canvas)
    this.#tiles.clear()
  }

  #dropBefore(first: number): void {
    for (const [k, { canvas }] of this.#tiles) {
      if (k >= first) continue
      releasePixels(canvas)
      this.#tiles.delete(k)
    }
  }

  #tile(k: number): Tile {
    let tile = this.#tiles.get(k)
    if (tile === undefined) {
      const canvas = document.createElement('canvas')
      canvas.width = TILE
      canvas.height = this.#levels.length
      tile = { canvas, context: getContext(canvas), isValid: false }
      this.#tiles.set(k, tile)
    }
    if (!tile.isValid) this.#paintTile(tile, k)
    return tile
  }

  #paintTile(tile: Tile, k: number): void {
    const block = (this.#block ??= new ImageData(TILE, this.#levels.length))
    const pixels = new Uint32Array(block.data.buffer)
    for (let x = 0; x < TILE; x++) this.#fillLine(pixels, x, TILE, k * TILE + x)
    tile.context.putImageData(block, 0, 0)
    tile.isValid = true
  }

  #paintLine(tile: Tile, group: number): void {
    this.#fillLine(new Uint32Array(this.#line.data.buffer), 0, 1, group)
    tile.context.putImageData(this.#line, group % TILE, 0)
  }

  /** Writes a group of columns as one line of pixels, from the highest row down. */
  #fillLine(pixels: Uint32Array, x: number, stride: number, group: number): void {
    const { columns } = this.#shape
    const levels = this.#levels
    const colours = this.#colours
    levels.fill(0)
    let knownLow = -Infinity
    let knownHigh = Infinity
    let isMissing = true
    for (let n = group * columns; n < (group + 1) * columns; n++) {
      const part = this.#ring.partOf(n)
      if (part === null) continue
      isMissing = false
      const i = this.#ring.indexOf(n)
      knownLow = Math.max(knownLow, part.lowRow[i])
      knownHigh = Math.min(knownHigh, part.highRow[i])
      this.#raise(part, i, BID)
      this.#raise(part, i, ASK)
    }
    const { rows, window } = this.#shape
    const height = levels.length
    // Only groups of rows that are known as a whole are known.
    const top = isMissing ? 0 : window.high - (Math.floor((knownHigh + 1) / rows) - 1)
    const bottom = isMissing ? -1 : window.high - Math.ceil(knownLow / rows)
    for (let y = 0, at = x; y < height; y++, at += stride) {
      const level = levels[y]
      pixels[at] = level > 0 || (y >= top && y <= bottom) ? colours[level] : 0
    }
  }

  /** Raises the levels of the rows that hold a quantity of one side. */
  #raise(part: Parameters<typeof firstCellFrom>[0], i: number, side: number): void {
    const { rows, window } = this.#shape
    const levels = this.#levels
    const table = this.#table
    const { row } = part
    // A lookup per cell: `restingValue` without its branches.
    const quantities = { end: part.lots, mean: part.sum, min: part.min, max: part.max }[this.#value]
    const divisor = this.#value === 'mean' ? part.seconds[i] : 1
    const end = firstCellFrom(part, i, side, (window.high + 1) * rows)
    for (let cell = firstCellFrom(part, i, side, window.low * rows); cell < end; cell++) {
      const level = table.levelOf(quantities[cell] / divisor)
      const y = window.high - Math.floor(row[cell] / rows)
      if (level > levels[y]) levels[y] = level
    }
  }
}

/** Frees the memory at once instead of at garbage collection. */
function releasePixels(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}
