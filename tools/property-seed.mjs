// The seed of property tests: runs on the same tree draw the same values, so that anyone can repeat a failure of CI.
import { execFileSync } from 'node:child_process'

/**
 * Reads PROPERTY_SEED: an integer, or `random` for a new seed in each property. By default the seed is derived from the
 * committed tree. Null = random, also without git.
 */
export function propertySeed(wanted, cwd) {
  if (wanted === 'random') return null
  if (wanted) {
    if (!/^-?\d{1,10}$/.test(wanted) || Number(wanted) !== (Number(wanted) | 0))
      throw new Error(`PROPERTY_SEED must be an integer of 32 bits or "random", not "${wanted}"`)
    return Number(wanted)
  }
  try {
    const tree = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd, encoding: 'utf8', stdio: 'pipe' })
    return parseInt(tree.slice(0, 8), 16) | 0
  } catch {
    return null
  }
}
