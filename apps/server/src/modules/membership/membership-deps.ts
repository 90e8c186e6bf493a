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

/** What an order earned, and whether it was paid out. */
export interface EarnedShare {
  readonly inviterId: number
  readonly inviterName: string
  /** micro-USDT. */
  readonly share: bigint
  readonly isSettled: boolean
}

/** What the commands of this module work with. */
export interface MembershipDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly keys: Keys
  readonly mail: MailQueue
  readonly limits: KeyedLimits
  readonly rateLimitFactor: number
  readonly events: BusinessEvents
  /** Asks the chain what a transaction was. */
  readonly node: TronNode
  /** What an inviter would get of a payment: promotion's to say. Null: nobody gets anything. */
  readonly shares: (
    client: Queryable,
    payment: { accountId: number; paidAmount: bigint; at: number },
  ) => Promise<ShareOfPayment | null>
  /** The share that taking an order back would take back; null: it earned nothing. */
  readonly earned: (client: Queryable, orderId: number) => Promise<EarnedShare | null>
  /** Of links in mails, without a slash at the end. */
  readonly appUrl: string
}
