import type { Page, Response } from '@playwright/test'
import { expect } from '@playwright/test'
import { type CutoffEvent, cutoffDuring, findFrameLeaks, findLeaks, type WireAnswer } from './wire-times.ts'

interface SeenAnswer extends WireAnswer {
  readonly startedAt: number
  readonly endedAt: number
}

interface WatchedWindow {
  cutoffEvents: CutoffEvent[]
}

/** Init script: records which cutoffs the page requests of its market worker, and which have arrived. */
function recordCutoffs(): void {
  const events: CutoffEvent[] = []
  Object.assign(globalThis, { cutoffEvents: events } satisfies WatchedWindow)
  const now = () => performance.timeOrigin + performance.now()
  const { postMessage } = Worker.prototype
  const followed = new WeakSet<Worker>()
  Worker.prototype.postMessage = function (this: Worker, ...given: unknown[]) {
    if (!followed.has(this)) {
      followed.add(this)
      this.addEventListener('message', ({ data }: MessageEvent) => {
        if (data.type === 'replayed')
          events.push({ at: now(), chart: data.chart, kind: 'arrived', cutoff: data.cutoff })
      })
    }
    const message = given[0] as { type: string; chart: number; cutoff: never }
    if (message.type === 'replay' && message.cutoff !== null)
      events.push({ at: now(), chart: message.chart, kind: 'requested', cutoff: message.cutoff })
    if (message.type === 'replayStep') events.push({ at: now(), chart: message.chart, kind: 'step' })
    return Reflect.apply(postMessage, this, given) as undefined
  } as typeof postMessage
}

/** Calls of the account; they say nothing about the market but which alerts fired, which the page calls live. */
const isAccountCall = (method: string): boolean => method === 'POST'

/** Reads every answer and every frame of the stream of a page, and tells what is later than the cutoff it had requested. */
export class ReplayWire {
  readonly #page: Page
  readonly #answers: SeenAnswer[] = []
  readonly #reading: Promise<void>[] = []
  readonly #leaks: string[] = []
  #isChecking = false
  #framesBefore = 0
  #frames = 0

  private constructor(page: Page) {
    this.#page = page
  }

  /** Before the page is opened. */
  static async watch(page: Page): Promise<ReplayWire> {
    const wire = new ReplayWire(page)
    await page.addInitScript(recordCutoffs)
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => wire.#receive(payload)))
    page.on('response', (response) => {
      if (wire.#isChecking && new URL(response.url()).pathname.startsWith('/api/'))
        wire.#reading.push(wire.#read(response))
    })
    return wire
  }

  /** From here on the page replays: its first cutoff has arrived. */
  start(): void {
    expect(this.#framesBefore, 'frames of the live market before the replay').toBeGreaterThan(0)
    this.#isChecking = true
  }

  /** Ends the check, before the page returns to the live market. */
  async finish(): Promise<{ readonly paths: ReadonlySet<string>; readonly leaks: readonly string[] }> {
    this.#isChecking = false
    await Promise.all(this.#reading)
    const events = await this.#page.evaluate(() => (globalThis as unknown as WatchedWindow).cutoffEvents)
    for (const answer of this.#answers) {
      const cutoff = cutoffDuring(events, answer.startedAt, answer.endedAt)
      const leaks = cutoff === null ? ['no cutoff was requested'] : findLeaks(answer, cutoff)
      const label = `${answer.path}?${answer.query.toString().slice(0, 160)}`
      this.#leaks.push(...leaks.slice(0, 3).map((leak) => `${label}: ${leak} (cutoff ${cutoff?.t}+${cutoff?.trades})`))
    }
    return { paths: new Set(this.#answers.map(({ path }) => path)), leaks: this.#leaks }
  }

  #receive(payload: string | Buffer): void {
    if (!this.#isChecking) {
      this.#framesBefore += 1
      return
    }
    this.#frames += 1
    this.#leaks.push(...findFrameLeaks(payload).map((leak) => `frame ${this.#frames}: ${leak}`))
  }

  async #read(response: Response): Promise<void> {
    const request = response.request()
    if (isAccountCall(request.method())) return
    const url = new URL(response.url())
    const failure = await response.finished().catch((error: unknown) => error as Error)
    // Cancelled by the page: it has received nothing that it could show.
    if (failure !== null || request.failure() !== null) return
    const path = url.pathname.slice('/api'.length)
    try {
      const bytes = await response.body()
      const { startTime, responseEnd } = request.timing()
      this.#answers.push({
        path,
        query: url.searchParams,
        headers: response.headers(),
        bytes,
        startedAt: startTime,
        endedAt: startTime + Math.max(responseEnd, 0),
      })
    } catch (error) {
      this.#leaks.push(`${path} was not read: ${String(error)}`)
    }
  }
}
