import { saveFile } from '../../../shared/save-file.ts'
import { qrPath } from '../../../shared/ui/qr-path.ts'

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
