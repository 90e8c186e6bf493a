import type { CDPSession, Page } from '@playwright/test'

interface Point {
  readonly x: number
  readonly y: number
}

/** Dispatches touch events through the DevTools protocol. */
export class TouchInput {
  readonly #session: CDPSession

  static async create(page: Page): Promise<TouchInput> {
    return new TouchInput(await page.context().newCDPSession(page))
  }

  private constructor(session: CDPSession) {
    this.#session = session
  }

  /** Touches with one finger per path, moves them together in steps, and lifts them. */
  async move(paths: readonly { readonly from: Point; readonly to: Point }[], steps = 12): Promise<void> {
    const at = (share: number) =>
      paths.map(({ from, to }, id) => ({
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
        id,
      }))
    await this.#session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (let step = 1; step <= steps; step++) {
      await this.#session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / steps) })
    }
    await this.#session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  /** Touches a point and lifts the finger when `until` resolves. */
  async longPress(at: Point, until: () => Promise<void>): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ ...at, id: 0 }] })
    await until()
    await this.#session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  /** Pinches around a point: moves two fingers from distance `from` to distance `to`, in CSS px along each axis. */
  async pinch({ x, y }: Point, from: number, to: number): Promise<void> {
    const path = (sign: 1 | -1) => ({
      from: { x: x + (sign * from) / 2, y: y + (sign * from) / 2 },
      to: { x: x + (sign * to) / 2, y: y + (sign * to) / 2 },
    })
    await this.move([path(1), path(-1)])
  }
}
