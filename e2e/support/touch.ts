import type { CDPSession, Page } from '@playwright/test'

interface Point {
  readonly x: number
  readonly y: number
}

/** Fingers on the glass, as the browser itself gets them. */
export class Fingers {
  readonly #session: CDPSession

  static async of(page: Page): Promise<Fingers> {
    return new Fingers(await page.context().newCDPSession(page))
  }

  private constructor(session: CDPSession) {
    this.#session = session
  }

  /** Puts fingers down, moves them together in steps, lifts them. Each path: from where to where. */
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

  /** Puts a finger down and lifts it once something has happened. */
  async rest(at: Point, until: () => Promise<void>): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ ...at, id: 0 }] })
    await until()
    await this.#session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  /** Two fingers apart (or together) about a point, in both directions. */
  async pinch({ x, y }: Point, from: number, to: number): Promise<void> {
    const path = (way: 1 | -1) => ({
      from: { x: x + (way * from) / 2, y: y + (way * from) / 2 },
      to: { x: x + (way * to) / 2, y: y + (way * to) / 2 },
    })
    await this.move([path(1), path(-1)])
  }
}
