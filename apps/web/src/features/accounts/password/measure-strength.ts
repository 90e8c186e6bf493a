/** How well a password withstands guessing. Comes as a chunk of its own with the first password that is typed. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { COMMON_STEMS } from './common-stems.ts'

export type Strength = 0 | 1 | 2 | 3 | 4

/** Longer ones are strong by their length; measuring all of them would only take time. */
const MEASURED = 100

const meter = new ZxcvbnFactory({ dictionary: { stems: [...COMMON_STEMS] }, maxLength: MEASURED })

/** `own`: words that are easily guessed of this person; each counts as a whole and piece by piece. */
export function measureStrength(password: string, own: readonly string[]): Strength {
  const words = own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2)
  return meter.check(password, words).score
}
