import { encode } from 'uqr'

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
