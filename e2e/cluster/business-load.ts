import { setTimeout as sleep } from 'node:timers/promises'
import type { AdminOrders, InviterParam, OrderQuote } from '@flowprint/contract'
import { callAs, fetchDevAccounts, logIn, signUp } from '../support/accounts.ts'
import { createAddress, createTransactionId, Operator } from '../support/business.ts'

const PAUSE_MS = 1_000

interface Payment {
  readonly transactionId: string
  readonly isReviewed: boolean
}

/** Registers, pays and reviews while the cluster fails; what was acknowledged must be found at the end. */
export class BusinessLoad {
  readonly acknowledged: Payment[] = []
  /** Calls that failed: their outcome is unknown, except that the books must balance. */
  failures = 0
  readonly reasons = new Set<string>()
  readonly #url: string
  readonly #operator: Operator
  readonly #inviteCode: string
  #isStopping = false
  #running: Promise<void> = Promise.resolve()

  private constructor(url: string, operator: Operator, inviteCode: string) {
    this.#url = url
    this.#operator = operator
    this.#inviteCode = inviteCode
  }

  static async prepare(url: string): Promise<BusinessLoad> {
    const operator = await Operator.create(url)
    await operator.openPayment()
    const inviter = await signUp(url)
    await operator.makeInviter(inviter.token)
    const { data } = await callAs<InviterParam>(url, '/inviter_param', { body: {}, token: inviter.token })
    if (data.invite_code === null) throw new Error('Invariant: an inviter has a code')
    return new BusinessLoad(url, operator, data.invite_code)
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#running
  }

  createMember(): Promise<string> {
    return this.#pay()
  }

  /** Compares the orders with what was acknowledged. */
  async compare(): Promise<string[]> {
    const { admin } = await fetchDevAccounts(this.#url)
    const token = await logIn(this.#url, admin)
    const faults: string[] = []
    for (const { transactionId, isReviewed } of this.acknowledged) {
      const { data } = await callAs<AdminOrders>(this.#url, '/admin_orders', {
        body: { transaction_id: transactionId },
        token,
      })
      const status = data.list[0]?.status
      if (data.list.length !== 1 || (isReviewed && status !== 'passed'))
        faults.push(`payment ${transactionId} was acknowledged; there are ${data.list.length}, ${status}`)
    }
    return faults
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      try {
        await this.#pay()
      } catch (error) {
        this.failures += 1
        this.reasons.add(String(error))
      }
      await sleep(PAUSE_MS)
    }
  }

  /** A new account with a membership; returns its token. */
  async #pay(): Promise<string> {
    const { token } = await signUp(this.#url, this.#inviteCode)
    const quote = await callAs<OrderQuote>(this.#url, '/quote_order', { body: { network_type: 'TRC20' }, token })
    const transactionId = createTransactionId()
    const { code, message } = await callAs(this.#url, '/submit_order', {
      body: {
        network_type: 'TRC20',
        payment_address: createAddress(),
        transaction_id: transactionId,
        quote_id: quote.data.quote_id,
      },
      token,
    })
    if (code !== 200) throw new Error(message)
    let isReviewed = false
    try {
      await this.#operator.review(transactionId, 'passed', 'Paid in the cluster suite')
      isReviewed = true
    } finally {
      this.acknowledged.push({ transactionId, isReviewed })
    }
    return token
  }
}
