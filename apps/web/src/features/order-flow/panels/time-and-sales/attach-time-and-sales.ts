import type { ChartController } from '../../chart/chart-controller.ts'
import { afterTape, useTape, type TapeWish } from './tape-store.ts'

/** Requests the rows that the panel shows and takes them over; returns the function that stops it. */
export function attachTimeAndSales(controller: ChartController): () => void {
  let frame = 0
  const request = (wish: TapeWish | null): void => {
    if (wish && wish.symbol !== controller.symbol) return
    controller.requestTape(wish && { merge: wish.merge, unit: wish.unit, atLeast: wish.atLeast })
  }
  const undo = [
    useTape.subscribe((now, before) => now.wish !== before.wish && request(now.wish)),
    controller.on('open', () => {
      const { wish } = useTape.getState()
      if (wish) request(wish)
    }),
    // Rows only update their panel, not the chart or the page.
    controller.on('tape', (message) => {
      if (useTape.getState().wish === null) return
      useTape.setState((state) => afterTape(state, message))
      frame = requestAnimationFrame(() => controller.confirmTape())
    }),
  ]
  return () => {
    cancelAnimationFrame(frame)
    for (const remove of undo) remove()
  }
}
