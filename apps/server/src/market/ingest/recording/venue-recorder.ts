/** Records one market until the signal aborts. Never rejects. */
export interface Recorder<State> {
  readonly state: State
  run(signal: AbortSignal): Promise<void>
}

interface VenueRecorderOptions<Setting, MarketRecorder, Feed> {
  /** Opens the feed of the venue; called before the first subscription. */
  openFeed(): Feed
  createRecorder(symbol: string, setting: Setting): MarketRecorder
  /** Whether a running recorder may continue with another setting. */
  isSame(setting: Setting, next: Setting): boolean
}

interface Running<Setting, MarketRecorder> {
  readonly setting: Setting
  readonly recorder: MarketRecorder
  readonly stopping: AbortController
  readonly done: Promise<void>
}

/** Records the markets of one exchange: one feed, and one recorder per market. */
export class VenueRecorder<
  Setting,
  State,
  MarketRecorder extends Recorder<State>,
  Feed extends { unfollow(symbol: string): void; close(): Promise<void> },
> {
  readonly #options: VenueRecorderOptions<Setting, MarketRecorder, Feed>
  readonly #running = new Map<string, Running<Setting, MarketRecorder>>()
  #feed: Feed | null = null

  constructor(options: VenueRecorderOptions<Setting, MarketRecorder, Feed>) {
    this.#options = options
  }

  get feed(): Feed {
    return (this.#feed ??= this.#options.openFeed())
  }

  unfollow(symbol: string): void {
    this.#feed?.unfollow(symbol)
  }

  /** Sets the exact set of markets to record. Returns once the markets that left it have stopped. */
  async want(settings: ReadonlyMap<string, Setting>): Promise<void> {
    const ended = [...this.#running].filter(([symbol, { setting }]) => {
      const next = settings.get(symbol)
      return next === undefined || !this.#options.isSame(setting, next)
    })
    await Promise.all(ended.map(([symbol, running]) => this.#end(symbol, running)))
    for (const [symbol, setting] of settings) if (!this.#running.has(symbol)) this.#start(symbol, setting)
  }

  find(symbol: string): MarketRecorder | undefined {
    return this.#running.get(symbol)?.recorder
  }

  recorders(): readonly MarketRecorder[] {
    return [...this.#running.values()].map(({ recorder }) => recorder)
  }

  states(): readonly State[] {
    return this.recorders().map(({ state }) => state)
  }

  async stop(): Promise<void> {
    await this.want(new Map())
    await this.#feed?.close()
  }

  #start(symbol: string, setting: Setting): void {
    const stopping = new AbortController()
    const recorder = this.#options.createRecorder(symbol, setting)
    this.#running.set(symbol, { setting, recorder, stopping, done: recorder.run(stopping.signal) })
  }

  async #end(symbol: string, { stopping, done }: Running<Setting, MarketRecorder>): Promise<void> {
    stopping.abort()
    await done
    this.#running.delete(symbol)
  }
}
