import { randomBytes } from 'node:crypto'
import {
  encodeTronAddress,
  type AdminOrders,
  type BusinessSettings,
  type SaveMarketBody,
  type SettingKey,
  type UserInfo,
} from '@flowprint/contract'
import { callAs, fetchDevAccounts, logIn, type Envelope } from './accounts.ts'

async function dataOf<Data>(calling: Promise<Envelope<Data>>): Promise<Data> {
  const { code, message, data } = await calling
  if (code !== 200) throw new Error(`a call was refused: ${code} ${message} ${JSON.stringify(data)}`)
  return data
}

/** A random, unused TRON address. */
export const createAddress = (): string => encodeTronAddress(randomBytes(20).toString('hex'))

export const createTransactionId = (): string => randomBytes(32).toString('hex')

/** Administrator actions by API: opens payment, reviews orders, assigns the inviter role. */
export class Operator {
  readonly #url: string
  readonly #token: string
  readonly #password: string

  private constructor(url: string, token: string, password: string) {
    this.#url = url
    this.#token = token
    this.#password = password
  }

  static async create(url: string): Promise<Operator> {
    const { admin } = await fetchDevAccounts(url)
    return new Operator(url, await logIn(url, admin), admin.password)
  }

  /** Returns the receiving address; sets one if there is none. */
  async openPayment(): Promise<string> {
    const { list } = await this.#call<BusinessSettings>('/admin_settings', {})
    const setting = list.find(({ key }) => key === 'receive_address')
    if (setting === undefined) throw new Error('the receive_address setting is missing')
    const { value, version } = setting
    const { address } = value as { address: string | null }
    if (address !== null) return address
    const created = createAddress()
    await this.#call('/admin_save_settings', {
      key: 'receive_address',
      value: { network_type: 'TRC20', address: created },
      version,
      remark: 'Set by a journey',
    })
    return created
  }

  async set(key: SettingKey, value: unknown): Promise<void> {
    const { list } = await this.#call<BusinessSettings>('/admin_settings', {})
    const version = list.find((setting) => setting.key === key)?.version ?? 0
    await this.#call('/admin_save_settings', { key, value, version, remark: 'Set by a journey' })
  }

  async review(transactionId: string, status: 'passed' | 'refused', remark: string): Promise<void> {
    const { list } = await this.#call<AdminOrders>('/admin_orders', { transaction_id: transactionId })
    const [{ id, version, quoted_amount: amount }] = list
    await this.#call('/admin_review_order', { id, version, status, remark, ...(status === 'passed' ? { amount } : {}) })
  }

  /** Sets what is recorded of a followed market's order book; recorders apply it within seconds. */
  async setBookRecording(symbol: string, depth: SaveMarketBody['depth']): Promise<void> {
    await this.#call('/admin_save_market', { symbol, enabled: true, depth, remark: 'Set by a journey' })
  }

  async makeInviter(token: string): Promise<void> {
    const { id } = await dataOf(callAs<UserInfo>(this.#url, '/user_info', { body: {}, token }))
    await this.#call('/admin_set_role', { user_id: id, role: 'inviter', remark: 'Set by a journey' })
  }

  /** Confirms with the password first when that was not done yet, or too long ago on the clock of the run. */
  async #call<Data = unknown>(path: string, body: object): Promise<Data> {
    const call = <Result>(to: string, content: object): Promise<Envelope<Result>> =>
      callAs<Result>(this.#url, to, { body: content, token: this.#token })
    const answer = await call<Data>(path, body)
    if (answer.code !== 428) return dataOf(Promise.resolve(answer))
    await dataOf(call('/step_up', { password: this.#password }))
    return dataOf(call<Data>(path, body))
  }
}
