import { encode } from 'uqr'
import { saveFile } from '../save-file.ts'

/** Quiet zone around the code, as the standard requires. */
const BORDER = 4

/** A QR code as one SVG path of dark modules, one unit each; a run of a row is one rectangle. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return []
      const end = row.indexOf(false, x)
      const length = (end < 0 ? row.length : end) - x
      return [`M${x} ${y}h${length}v1h-${length}z`]
    }),
  )
  return { size, path: runs.join('') }
}

/** Pixels for sharp print at business card size. */
const MODULE_PX = 24

export function saveSvg(text: string, name: string): void {
  saveFile(new Blob([qrSvg(text)], { type: 'image/svg+xml' }), name)
}

export async function savePng(text: string, name: string): Promise<void> {
  const { size, path } = qrPath(text)
  const canvas = new OffscreenCanvas(size * MODULE_PX, size * MODULE_PX)
  const context = canvas.getContext('2d')
  if (context === null) return
  context.scale(MODULE_PX, MODULE_PX)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size, size)
  context.fillStyle = '#000'
  fillShape(context, new Path2D(path))
  saveFile(await canvas.convertToBlob({ type: 'image/png' }), name)
}

function fillShape(context: OffscreenCanvasRenderingContext2D, shape: Path2D): void {
  context.fill(shape)
}

/** A QR code as an SVG file, for printing at any size. */
export function qrSvg(text: string): string {
  const { size, path } = qrPath(text)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>\n`
  )
}
