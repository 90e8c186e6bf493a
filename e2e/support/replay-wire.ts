import type { Page, Request } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Cutoff } from '@flowprint/orderflow'
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

/** Calls of the account say nothing about the market but which alerts fired, which the page calls live. */
const isAccountCall = (request: Request): boolean => request.method() === 'POST'

interface SeenFrame {
  readonly at: number
  readonly payload: string | Buffer
}

/** A frame may be under way when the first cutoff arrives. */
const FRAME_RACE_MS = 100

/** Reads every answer and every frame of the stream of a page, and tells what is later than the cutoff it had requested. */
export class ReplayWire {
  readonly #page: Page
  readonly #answers: SeenAnswer[] = []
  readonly #frames: SeenFrame[] = []
  readonly #reading: Promise<void>[] = []
  readonly #unread: string[] = []
  #isWatching = true

  private constructor(page: Page) {
    this.#page = page
  }

  /** Before the page is opened. */
  static async watch(page: Page): Promise<ReplayWire> {
    const wire = new ReplayWire(page)
    await page.addInitScript(recordCutoffs)
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (wire.#isWatching) wire.#frames.push({ at: Date.now(), payload })
      }),
    )
    // What the page cancelled, it has not received.
    page.on('requestfinished', (request) => {
      const isCall = new URL(request.url()).pathname.startsWith('/api/')
      if (wire.#isWatching && isCall && !isAccountCall(request)) wire.#reading.push(wire.#read(request))
    })
    return wire
  }

  /** Answers of a call that were read so far. */
  countOf(path: string): number {
    return this.#answers.filter((answer) => answer.path === path).length
  }

  /** The cutoff that each chart of the page shows. */
  async arrivedCutoffs(): Promise<Cutoff[]> {
    const events = await this.#page.evaluate(() => (globalThis as unknown as WatchedWindow).cutoffEvents)
    const shown = new Map<number, Cutoff>()
    for (const event of events) if (event.kind === 'arrived') shown.set(event.chart, event.cutoff)
    return [...shown.values()]
  }

  /** Ends the check, before the page returns to the live market. Checks everything since the first cutoff was requested. */
  async finish(): Promise<{ readonly paths: ReadonlySet<string>; readonly leaks: readonly string[] }> {
    this.#isWatching = false
    await Promise.all(this.#reading)
    const events = await this.#page.evaluate(() => (globalThis as unknown as WatchedWindow).cutoffEvents)
    const begun = events.find(({ kind }) => kind === 'requested')?.at ?? Infinity
    const silentFrom = (events.find(({ kind }) => kind === 'arrived')?.at ?? Infinity) + FRAME_RACE_MS
    // A check that sees nothing of the live market would not see a leak either.
    expect(this.#frames.filter(({ at }) => at < silentFrom).length, 'frames before the replay').toBeGreaterThan(0)
    const answers = this.#answers.filter(({ startedAt }) => startedAt > begun)
    const frames = this.#frames.filter(({ at }) => at > silentFrom)
    const leaks = [
      ...this.#unread,
      ...frames.flatMap(({ payload }) => findFrameLeaks(payload)),
      ...answers.flatMap((answer) => {
        const cutoff = cutoffDuring(events, answer.startedAt, answer.endedAt) as Cutoff
        const label = `${answer.path}?${answer.query.toString().slice(0, 160)} at cutoff ${cutoff.t} + ${cutoff.trades}`
        return findLeaks(answer, cutoff).map((leak) => `${label}: ${leak}`)
      }),
    ]
    return { paths: new Set(answers.map(({ path }) => path)), leaks: leaks.slice(0, 20) }
  }

  async #read(request: Request): Promise<void> {
    const url = new URL(request.url())
    const path = url.pathname.slice('/api'.length)
    try {
      const { headers, bytes } = await this.#bodyOf(request)
      const { startTime, responseEnd } = request.timing()
      const [startedAt, endedAt] = [startTime, startTime + Math.max(responseEnd, 0)]
      this.#answers.push({ path, query: url.searchParams, headers, bytes, startedAt, endedAt })
    } catch (error) {
      this.#unread.push(`${path} was not read: ${String(error)}`)
    }
  }

  async #bodyOf(request: Request): Promise<Pick<WireAnswer, 'headers' | 'bytes'>> {
    const response = (await request.response())!
    try {
      return { headers: response.headers(), bytes: await response.body() }
    } catch {
      // The browser forgets the answers of a worker that has ended. Answers as of a cutoff can be asked for again.
      const again = await this.#page.request.get(request.url(), { headers: request.headers() })
      if (again.status() !== response.status()) throw new Error(`${response.status()}, then ${again.status()}`)
      return { headers: again.headers(), bytes: await again.body() }
    }
  }
}
