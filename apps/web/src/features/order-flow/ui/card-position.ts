const GAP = 14
const MARGIN = 8

interface Size {
  readonly width: number
  readonly height: number
}

/** Top left corner of a card next to a point: right of and below it when it fits, otherwise on the other side. */
export function cardPosition(point: { readonly x: number; readonly y: number }, card: Size, area: Size) {
  const place = (at: number, length: number, room: number) => {
    const after = at + GAP
    const wanted = after + length <= room - MARGIN ? after : at - GAP - length
    return Math.max(MARGIN, Math.min(wanted, room - length - MARGIN))
  }
  return { left: place(point.x, card.width, area.width), top: place(point.y, card.height, area.height) }
}
