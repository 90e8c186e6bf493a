import { commonUnit, decodeDepthFrame, encodeDepthFrame, unitRatio } from '@flowprint/orderflow'
import type { BookChanges, BookSnapshot, DepthFrame } from '@flowprint/orderflow'

/** How many units of `fine` one of `coarse` holds. Throws RangeError unless it is a whole number. */
export function unitFactor(coarse: string, fine: string): number {
  const ratio = unitRatio(coarse, fine)
  if (ratio === null) throw new RangeError(`Condition failed: ${coarse} is a multiple of ${fine}`)
  return Number(ratio)
}

/** The unit in which quantities of all these units are whole. */
export function finestUnit(units: readonly string[]): string {
  return units.reduce((finest, unit) => (unit === finest ? finest : commonUnit(finest, unit)))
}

const scaled = (lots: Float64Array, factor: number): Float64Array => lots.map((value) => value * factor)

/** The same frame in a finer unit. */
export function rescaleFrame(frame: DepthFrame, unit: string): DepthFrame {
  if (frame.qtyUnit === unit) return frame
  const factor = unitFactor(frame.qtyUnit, unit)
  const { snapshot, changes } = frame
  return {
    ...frame,
    qtyUnit: unit,
    snapshot: snapshot === null ? null : rescaleSnapshot(snapshot, factor),
    changes: changes === null ? null : { ...changes, lots: scaled(changes.lots, factor) },
  }
}

const rescaleSnapshot = (snapshot: BookSnapshot, factor: number): BookSnapshot => ({
  ...snapshot,
  bidLots: scaled(snapshot.bidLots, factor),
  askLots: scaled(snapshot.askLots, factor),
})

/** The same frames with runs of changes joined into one frame each, as long as their window is the same. */
export function joinFrames(frames: readonly DepthFrame[]): readonly DepthFrame[] {
  const joined: DepthFrame[] = []
  let group: DepthFrame[] = []
  const flush = (): void => {
    if (group.length > 0) joined.push(group.length === 1 ? group[0] : joinChanges(group))
    group = []
  }
  for (const frame of frames) {
    if (frame.kind !== 'changes') {
      flush()
      joined.push(frame)
      continue
    }
    const [first] = group
    if (first !== undefined && !continues(first, frame)) flush()
    group.push(frame)
  }
  flush()
  return joined
}

const continues = (a: DepthFrame, b: DepthFrame): boolean =>
  a.qtyUnit === b.qtyUnit && a.proof === b.proof && a.window.low === b.window.low && a.window.high === b.window.high

function joinChanges(group: readonly DepthFrame[]): DepthFrame {
  const last = group[group.length - 1]
  const all = group.map(({ changes }) => changes as BookChanges)
  const events = all.reduce((sum, changes) => sum + changes.events, 0)
  const levels = all.reduce((sum, changes) => sum + changes.ticks.length, 0)
  const changes = {
    events,
    t: new Float64Array(events),
    end: new Uint32Array(events),
    side: new Uint8Array(levels),
    ticks: new Float64Array(levels),
    lots: new Float64Array(levels),
  }
  let event = 0
  let level = 0
  for (const one of all) {
    changes.t.set(one.t, event)
    for (let i = 0; i < one.events; i++) changes.end[event + i] = level + one.end[i]
    changes.side.set(one.side, level)
    changes.ticks.set(one.ticks, level)
    changes.lots.set(one.lots, level)
    event += one.events
    level += one.ticks.length
  }
  return { ...last, changes }
}

/** Encoded frames one after the other, each with its length (uint32, little-endian). */
export function joinEncoded(encoded: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(encoded.reduce((sum, { length }) => sum + 4 + length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const one of encoded) {
    view.setUint32(at, one.length, true)
    bytes.set(one, at + 4)
    at += 4 + one.length
  }
  return bytes
}

/** The frames of a row of levels. */
export const packFrames = (frames: readonly DepthFrame[]): Uint8Array => joinEncoded(frames.map(encodeDepthFrame))

/** Inverse of `packFrames` and, decoded, of `joinEncoded`. */
export function unpackFrames(bytes: Uint8Array): DepthFrame[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frames: DepthFrame[] = []
  for (let at = 0; at < bytes.length;) {
    const length = view.getUint32(at, true)
    frames.push(decodeDepthFrame(bytes.subarray(at + 4, at + 4 + length)))
    at += 4 + length
  }
  return frames
}
