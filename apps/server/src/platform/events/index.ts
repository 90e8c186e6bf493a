import type { Queryable } from '../database/index.ts'

/** Facts that modules publish to each other. Amounts in micro-USDT, times in ms of the server's clock. */
export interface BusinessFacts {
  /** An e-mail address was verified for the first time. */
  accountActivated: { readonly accountId: number; readonly at: number }
  /** `paidAmount`: the amount that counts for shares, never more than was quoted. `actorId`: the reviewer. */
  orderPassed: {
    readonly orderId: number
    readonly accountId: number
    readonly paidAmount: bigint
    readonly at: number
    readonly actorId: number
  }
  orderReversed: { readonly orderId: number; readonly accountId: number; readonly at: number; readonly actorId: number }
}

export type BusinessFact = keyof BusinessFacts
type Handler<Name extends BusinessFact> = (client: Queryable, fact: BusinessFacts[Name]) => Promise<void>

/**
 * Facts that other modules handle in the transaction in which they happen, so that all of it is committed or nothing.
 * Side effects outside the database (mails, pushes) belong in an outbox.
 */
export class BusinessEvents {
  readonly #handlers = new Map<BusinessFact, Handler<never>[]>()

  on<Name extends BusinessFact>(name: Name, handler: Handler<Name>): void {
    const known = this.#handlers.get(name) ?? []
    this.#handlers.set(name, [...known, handler as Handler<never>])
  }

  /** Handlers run one after the other in order of registration; the first failure aborts the transaction. */
  async emit<Name extends BusinessFact>(client: Queryable, name: Name, fact: BusinessFacts[Name]): Promise<void> {
    for (const handler of this.#handlers.get(name) ?? []) await (handler as Handler<Name>)(client, fact)
  }
}
