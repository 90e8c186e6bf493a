import type { Profile } from '@flowprint/contract'
import type { InstrumentUnits } from '@flowprint/orderflow'
import { shownOfAnswer, type ShownProfile } from './shown-profile.ts'
import type { TimeRange } from './session-windows.ts'

export interface ProfileCall extends TimeRange {
  readonly symbol: string
  readonly precision: string
  readonly share: string
}

/** How long an answer holds for a range that still goes on, and how soon a failed one is tried again. */
const AGAIN_MS = 15_000

interface Asked {
  shown: ShownProfile | null
  /** A failure of the last try; null while there is none. */
  failure: unknown
  busy: boolean
  at: number
}

/** Profiles that the server adds up, asked once each; those that still go on are asked again from time to time. */
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

  /** The profile, or null while it is not there. `goesOn`: trades may still come. */
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
