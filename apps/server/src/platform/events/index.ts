import type { Queryable } from '../database/index.ts'

/** What modules tell each other, as facts. Amounts in micro-USDT, times in ms of the server's clock. */
export interface BusinessFacts {
  /** A mailbox was proven for the first time. */
  accountActivated: { readonly accountId: number; readonly at: number }
  /** `paidAmount`: what counts for shares, never more than was quoted. `actorId`: who reviewed it. */
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
 * Facts that other modules act on within the transaction in which they happen: all of it is committed, or nothing. What
 * leaves the database (mails, pushes) does not belong here but into an outbox.
 */
export class BusinessEvents {
  readonly #handlers = new Map<BusinessFact, Handler<never>[]>()

  on<Name extends BusinessFact>(name: Name, handler: Handler<Name>): void {
    const known = this.#handlers.get(name) ?? []
    this.#handlers.set(name, [...known, handler as Handler<never>])
  }

  /** Handlers run one after the other, in the order they were registered; the first that fails ends the transaction. */
  async emit<Name extends BusinessFact>(client: Queryable, name: Name, fact: BusinessFacts[Name]): Promise<void> {
    for (const handler of this.#handlers.get(name) ?? []) await (handler as Handler<Name>)(client, fact)
  }
}
