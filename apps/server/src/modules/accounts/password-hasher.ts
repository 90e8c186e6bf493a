import { timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { AppError } from '../../platform/http/index.ts'

/** Argon2id with the parameters OWASP names as the least: some 10 ms of one core. The same for everybody: another cost would tell who is who. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Of a random text that nobody has, with the same cost. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$NilaNFQLSs+eO3w/9Y54Pg$2GZKCPlj6Fiw1611U3eONDmZNVrHyXfbX+TB56d9xHg'

export interface PasswordHasher {
  /** With the salt and cost of another hash where one is given: one run then compares a password with both. */
  hash(password: string, like?: string | null): Promise<string>
  /** Against null (there is no such account) it does the same work and answers false. */
  verify(phc: string | null, password: string): Promise<boolean>
  /**
   * Whose password it is: the account's, or that of a registration attempt, hashed like the account's. One run whatever there
   * is to compare with.
   */
  identify(phc: string | null, attempt: string | null, password: string): Promise<'owner' | 'attempt' | null>
  /** Whether a hash was made with less than today's cost. */
  isOutdated(phc: string): boolean
}

export interface HasherOptions {
  /** Hashes at once; one core is left to everything else. */
  readonly atOnce?: number
  /** Hashes that may wait; who comes beyond is told to come back. */
  readonly waiting?: number
}

/** All password hashing of a process goes through one of these. */
export function createPasswordHasher(options: HasherOptions = {}): PasswordHasher {
  const { atOnce = Math.max(1, Math.min(4, availableParallelism() - 1)), waiting = 32 * atOnce } = options
  const queue: (() => void)[] = []
  let running = 0

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) {
      if (queue.length >= waiting)
        throw new AppError('RATE_LIMITED', { params: { seconds: 1 }, data: { retry_after: 1 } })
      await new Promise<void>((start) => queue.push(start))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // The place is handed on, so that nobody slips in between.
      const next = queue.shift()
      if (next === undefined) running--
      else next()
    }
  }

  return {
    hash: (password, like = null) => inTurn(() => hash(password, like === null ? COST : optionsOf(like))),
    async verify(phc, password) {
      const matches = await inTurn(() => verify(phc ?? NOBODY, password))
      return phc !== null && matches
    },
    async identify(phc, attempt, password) {
      const computed = await inTurn(() => hash(password, optionsOf(phc ?? NOBODY)))
      if (phc !== null && isSame(computed, phc)) return 'owner'
      return phc !== null && attempt !== null && isSame(computed, attempt) ? 'attempt' : null
    },
    isOutdated(phc) {
      const { memoryCost, timeCost } = parseOptions(phc)
      return memoryCost < COST.memoryCost || timeCost < COST.timeCost
    },
  }
}

/** What to hash with so that equal passwords give equal hashes. */
function optionsOf(phc: string) {
  const { memoryCost, timeCost, parallelism } = parseOptions(phc)
  return {
    algorithm: COST.algorithm,
    memoryCost,
    timeCost,
    parallelism,
    salt: Buffer.from(saltAndHash(phc)[0], 'base64'),
  }
}

const saltAndHash = (phc: string): string[] => phc.split('$').slice(-2)

function isSame(phc: string, other: string): boolean {
  const [left, right] = [phc, other].map((one) => Buffer.from(saltAndHash(one).join('$')))
  return left.length === right.length && timingSafeEqual(left, right)
}
