import type { Bus } from '../../../platform/bus/index.ts'
import type { Replica, Replicas } from '../../../platform/database/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import { withFallback } from '../../store/index.ts'
import type { TapePosition, TapeReads, TapeStore } from '../../store/index.ts'
import { TapePositions } from './tape-positions.ts'

/** Which server answered reads: `primary`, or the name of a replica. `count`: default 1; 0 shows that there is the server. */
export type OnRead = (server: string, count?: number) => void

export interface ReplicaReadsOptions {
  readonly store: TapeStore
  readonly replicas: Replicas
  readonly bus: Bus
  readonly onRead?: OnRead
}

/** One read from a replica, with what it must contain. Ends with `end`. */
export interface ReplicaTurn {
  readonly replica: Replica
  readonly minimum: TapePosition
  /** The read moved to the primary: what follows is read there too. */
  readonly isLeft: boolean
  /** The read moved to the primary; `failure`: why, when the replica does not work. */
  readonly onFallback: (failure: string | null) => void
  end(): void
}

/** Decides which reads go to which replica, and counts them. */
export class ReplicaReads {
  readonly #store: TapeStore
  readonly #replicas: Replicas
  readonly #positions: TapePositions
  readonly #onRead: OnRead

  constructor({ store, replicas, bus, onRead = () => {} }: ReplicaReadsOptions) {
    this.#store = store
    this.#replicas = replicas
    this.#positions = new TapePositions(store, bus)
    this.#onRead = onRead
    for (const server of ['primary', ...replicas.list.map(({ name }) => name)]) onRead(server, 0)
  }

  /** The number of replicas, and their addresses for the read workers. */
  get urls(): readonly string[] {
    return this.#replicas.list.map(({ url }) => url)
  }

  start(): void {
    this.#replicas.start()
  }

  /**
   * A replica for one read of the market; null: read from the primary. `seenSeq`: an entry of the log that the caller
   * has seen, possibly from another node.
   */
  async choose(symbol: string, seenSeq: number): Promise<ReplicaTurn | null> {
    const replica = this.#replicas.acquire()
    const position = replica === null ? null : await this.#positionOf(symbol)
    if (replica === null || position === null) {
      if (replica !== null) this.#replicas.release(replica)
      this.#onRead('primary')
      return null
    }
    let server = replica.name
    let hasEnded = false
    return {
      replica,
      minimum: { lastSeq: Math.max(position.lastSeq, seenSeq), watermark: position.watermark },
      get isLeft() {
        return server === 'primary'
      },
      onFallback: (failure) => {
        server = 'primary'
        if (failure !== null) this.#replicas.onFailure(replica, failure)
      },
      end: () => {
        if (hasEnded) return
        hasEnded = true
        this.#replicas.release(replica)
        this.#onRead(server)
      },
    }
  }

  /** The reads of a turn in this thread. */
  readsOf({ replica, minimum, onFallback }: ReplicaTurn, gone: AbortSignal): TapeReads {
    return withFallback(this.#store.readsFrom(replica.pool, minimum), this.#store, {
      lost: replica.lost,
      gone,
      onFallback: (error, isFailing) => onFallback(isFailing ? messageOf(error) : null),
    })
  }

  /** Calls `listener` with the number of each replica that fails. Returns the unsubscribe function. */
  onLost(listener: (index: number) => void): () => void {
    return this.#replicas.onLost(({ index }) => listener(index))
  }

  async close(): Promise<void> {
    this.#positions.close()
    await this.#replicas.close()
  }

  /** Null when the primary cannot be asked: it then also answers the read, or fails it. */
  async #positionOf(symbol: string): Promise<TapePosition | null> {
    try {
      return await this.#positions.of(symbol)
    } catch {
      return null
    }
  }
}
