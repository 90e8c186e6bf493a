import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import type { BusinessEvents } from '../../platform/events/index.ts'
import type { KeyedLimits } from '../../platform/http/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { MailQueue } from '../../platform/mail/index.ts'
import type { TronNode } from './tron/tron-node.ts'

export interface ShareOfPayment {
  readonly inviterId: number
  readonly inviterName: string
  readonly ratioBp: number
  /** micro-USDT. */
  readonly share: bigint
}

/** The share an order earned, and whether it was paid out. */
export interface EarnedShare {
  readonly inviterId: number
  readonly inviterName: string
  /** micro-USDT. */
  readonly share: bigint
  readonly isSettled: boolean
}

/** Dependencies of the use cases of this module. */
export interface MembershipDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly keys: Keys
  readonly mail: MailQueue
  readonly limits: KeyedLimits
  readonly rateLimitFactor: number
  readonly events: BusinessEvents
  /** Looks up transactions on the chain. */
  readonly node: TronNode
  /** The share that a payment would earn, computed by promotion; null if none. */
  readonly shares: (
    client: Queryable,
    payment: { accountId: number; paidAmount: bigint; at: number },
  ) => Promise<ShareOfPayment | null>
  /** The share that reversing an order would revoke; null if it earned none. */
  readonly earned: (client: Queryable, orderId: number) => Promise<EarnedShare | null>
  /** Base of links in mails, without a trailing slash. */
  readonly appUrl: string
}
