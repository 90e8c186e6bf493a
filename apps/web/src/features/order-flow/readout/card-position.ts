const GAP = 14
const MARGIN = 8

interface Size {
  readonly width: number
  readonly height: number
}

/** Top left of a card beside a point: right of it and below where there is room, else on the other side. */
export function cardPosition(point: { readonly x: number; readonly y: number }, card: Size, area: Size) {
  const place = (at: number, length: number, room: number) => {
    const after = at + GAP
    const wanted = after + length <= room - MARGIN ? after : at - GAP - length
    return Math.max(MARGIN, Math.min(wanted, room - length - MARGIN))
  }
  return { left: place(point.x, card.width, area.width), top: place(point.y, card.height, area.height) }
}
