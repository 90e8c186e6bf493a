/** Parameters of each mail. Links are absolute; times are ISO text. Names are included only for verified addresses. */
export interface MailParams {
  /**
   * To a new, unverified address. `name` (shortened) and `at` are those of the registration that the link activates; absent in
   * mails queued by an earlier release.
   */
  readonly activate: { readonly link: string; readonly minutes: number; readonly name?: string; readonly at?: string }
  /** To the owner of an account whose address was used to register again. */
  readonly already_registered: { readonly name: string; readonly login_link: string; readonly reset_link: string }
  readonly reset: { readonly name: string; readonly link: string; readonly minutes: number }
  /** `cleared`: authenticator, webhooks and push subscriptions were removed too. */
  readonly password_changed: {
    readonly name: string
    readonly at: string
    readonly reset_link: string
    readonly cleared?: boolean
  }
  /** To the new, unverified address. */
  readonly confirm_email: { readonly link: string; readonly minutes: number }
  /** To the old address. */
  readonly email_changed: { readonly name: string; readonly new_email: string; readonly at: string }
  /** A payment was submitted and is under review. */
  readonly order_received: {
    readonly name: string
    readonly amount: string
    readonly transaction_id: string
    readonly link: string
  }
  /** To administrators: new orders and disputes since the last digest. `waiting`: orders under review now. */
  readonly review_digest: {
    readonly name: string
    readonly orders: number
    readonly disputes: number
    readonly waiting: number
    readonly link: string
  }
  readonly became_inviter: { readonly name: string; readonly invite_link: string; readonly link: string }
  readonly trial_started: {
    readonly name: string
    readonly days: number
    readonly until: string
    readonly link: string
  }
  /** `amount` is formatted ("199.00"); `until` is ISO text of which only the day is shown. */
  readonly order_passed: {
    readonly name: string
    readonly amount: string
    readonly until: string
    readonly remark: string
    readonly link: string
  }
  readonly order_refused: {
    readonly name: string
    readonly transaction_id: string
    readonly remark: string
    readonly link: string
  }
  readonly order_reversed: {
    readonly name: string
    readonly transaction_id: string
    readonly until: string
    readonly remark: string
    readonly link: string
  }
  /** `days`: full days left. */
  readonly membership_ends: {
    readonly name: string
    readonly days: number
    readonly until: string
    readonly is_trial: boolean
    readonly link: string
  }
  /** Shares are pending settlement; without an address they cannot be paid. */
  readonly payout_reminder: {
    readonly name: string
    readonly amount: string
    readonly has_address: boolean
    readonly link: string
  }
  readonly shares_settled: {
    readonly name: string
    readonly amount: string
    readonly count: number
    readonly settlement_id: string
    readonly address: string
    readonly link: string
  }
  /** `hours`: waiting time before the new address is used; 0: used at once. */
  readonly payout_address_changed: {
    readonly name: string
    readonly address: string
    readonly at: string
    readonly hours: number
    readonly link: string
    /** True for the first address; absent in mails queued by an earlier release. */
    readonly is_first?: boolean
  }
  /** To every administrator. `before`, `after`: formatted values; null: none. */
  readonly payment_setting_changed: {
    readonly name: string
    readonly setting: 'receive_address' | 'original_price' | 'discount'
    readonly before: string | null
    readonly after: string | null
    readonly actor: string
    readonly at: string
    readonly remark: string
    readonly link: string
  }
  /** `title` and `body` come from `sayAlert`; the link opens the bar. */
  readonly alert: {
    readonly name: string
    readonly title: string
    readonly body: string
    readonly at: string
    readonly link: string
  }
  /** To the operator, from the contact form: name and address as typed, unverified, one line each. */
  readonly contact: {
    readonly from_name: string
    readonly from_email: string
    readonly text: string
    readonly at: string
  }
}

export type MailTemplate = keyof MailParams

export interface MailAddress {
  readonly name: string
  readonly address: string
}

export interface MailText {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Reply-To address, if not the sender. */
  readonly replyTo?: MailAddress
}
