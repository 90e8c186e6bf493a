import { timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { Semaphore } from '../../platform/async/index.ts'
import { AppError } from '../../platform/http/index.ts'
import type { QueueState } from '../../platform/metrics/index.ts'

/**
 * Argon2id with the minimum parameters of OWASP: about 10 ms of one core. The same cost for all accounts: a different
 * cost would reveal which account it is.
 */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hash of a random, discarded text, at the same cost. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$NilaNFQLSs+eO3w/9Y54Pg$2GZKCPlj6Fiw1611U3eONDmZNVrHyXfbX+TB56d9xHg'

export interface PasswordHasher {
  /** With `like`, uses the salt and cost of that hash, so that one run can compare a password with both. */
  hash(password: string, like?: string | null): Promise<string>
  /** With null (no such account) does the same work and returns false. */
  verify(phc: string | null, password: string): Promise<boolean>
  /**
   * Whether the password is the account's, or that of a registration attempt that was hashed like the account's. Always
   * one run.
   */
  identify(phc: string | null, attempt: string | null, password: string): Promise<'owner' | 'attempt' | null>
  /** Whether a hash was made at a lower cost than today's. */
  isOutdated(phc: string): boolean
  /** Hashes that wait. */
  queue(): QueueState
}

export interface HasherOptions {
  /** Concurrent hashes. By default one core stays free. */
  readonly atOnce?: number
  /** Maximum queue length; beyond it requests are rejected with a retry error. */
  readonly waiting?: number
}

/** Hashes passwords with limited concurrency. Use one instance per process. */
export function createPasswordHasher(options: HasherOptions = {}): PasswordHasher {
  const { atOnce = Math.max(1, Math.min(4, availableParallelism() - 1)), waiting = 32 * atOnce } = options
  const slots = new Semaphore(atOnce)
  let refused = 0

  async function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (slots.isFull && slots.waitingCount >= waiting) {
      refused += 1
      throw new AppError('RATE_LIMITED', { params: { seconds: 1 }, data: { retry_after: 1 } })
    }
    return slots.run(work)
  }

  return {
    hash: (password, like = null) => enqueue(() => hash(password, like === null ? COST : optionsOf(like))),
    async verify(phc, password) {
      const matches = await enqueue(() => verify(phc ?? DUMMY_HASH, password))
      return phc !== null && matches
    },
    async identify(phc, attempt, password) {
      const computed = await enqueue(() => hash(password, optionsOf(phc ?? DUMMY_HASH)))
      if (phc !== null && isSame(computed, phc)) return 'owner'
      return phc !== null && attempt !== null && isSame(computed, attempt) ? 'attempt' : null
    },
    queue: () => ({ queue: 'password_hashes', size: slots.waitingCount, bound: waiting, overflows: refused }),
    isOutdated(phc) {
      const { memoryCost, timeCost } = parseOptions(phc)
      return memoryCost < COST.memoryCost || timeCost < COST.timeCost
    },
  }
}

/** Options that give equal hashes for equal passwords. */
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

/** The 49,000 most frequent leaked passwords, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()))

/** `password`: lower case, trimmed. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password)
