import type { Profile } from '@flowprint/contract'
import type { InstrumentUnits } from '@flowprint/orderflow'
import { shownOfAnswer, type ShownProfile } from './shown-profile.ts'
import type { TimeRange } from './session-windows.ts'

export interface ProfileCall extends TimeRange {
  readonly symbol: string
  readonly precision: string
  readonly share: string
}

/** Refresh interval of an unfinished range, and retry interval after a failure. */
const AGAIN_MS = 15_000

interface Asked {
  shown: ShownProfile | null
  /** The last attempt's failure, if any. */
  failure: unknown
  busy: boolean
  at: number
}

/** Profiles computed by the server, requested once each; unfinished ranges are refreshed periodically. */
export class ProfileCalls {
  readonly #load: (call: ProfileCall) => Promise<Profile>
  readonly #changed: () => void
  readonly #now: () => number
  readonly #asked = new Map<string, Asked>()

  constructor(load: (call: ProfileCall) => Promise<Profile>, changed: () => void, now: () => number) {
    this.#load = load
    this.#changed = changed
    this.#now = now
  }

  /** The profile, or null until it is loaded. `goesOn`: more trades may come. */
  profile(call: ProfileCall, units: InstrumentUnits, goesOn: boolean): Pick<Asked, 'shown' | 'failure'> {
    const name = nameOf(call)
    let asked = this.#asked.get(name)
    if (asked === undefined) {
      asked = { shown: null, failure: null, busy: false, at: -Infinity }
      this.#asked.set(name, asked)
    }
    const isOld = this.#now() - asked.at >= AGAIN_MS && (goesOn || asked.shown === null)
    if (!asked.busy && isOld) void this.#ask(asked, call, units)
    return asked
  }

  keepOnly(calls: readonly ProfileCall[]): void {
    const names = new Set(calls.map(nameOf))
    for (const [name, { busy }] of this.#asked) if (!busy && !names.has(name)) this.#asked.delete(name)
  }

  async #ask(asked: Asked, call: ProfileCall, units: InstrumentUnits): Promise<void> {
    asked.busy = true
    try {
      asked.shown = shownOfAnswer(await this.#load(call), units)
      asked.failure = null
    } catch (error) {
      asked.failure = error
    }
    asked.busy = false
    asked.at = this.#now()
    this.#changed()
  }
}

const nameOf = ({ symbol, precision, share, from, to }: ProfileCall): string =>
  `${symbol} ${precision} ${share} ${from} ${to}`
