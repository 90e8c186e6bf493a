/** Estimates password strength. A separate chunk, loaded when the first password is typed. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { COMMON_STEMS } from './common-stems.ts'

export type Strength = 0 | 1 | 2 | 3 | 4

/** Longer ones are strong by length; measuring all of them only takes time. */
const MEASURED = 100

const meter = new ZxcvbnFactory({ dictionary: { stems: [...COMMON_STEMS] }, maxLength: MEASURED })

/** `own`: personal words that are easy to guess; matched as a whole and in parts. */
export function measureStrength(password: string, own: readonly string[]): Strength {
  const words = own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2)
  return meter.check(password, words).score
}
