import type {
  AlertChannel,
  AlertEvent,
  AlertFacts,
  AlertRepeat,
  AlertRule,
  AlertSound,
  AlertState,
  CheckReason,
  ContentKind,
  Drawing,
  LayoutContent,
  MomentContent,
  ScanContent,
  ScanRow,
  ScanState,
  SettingKey,
  Watchlist,
  WorkspaceDocument,
} from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import type { ColumnType, Generated } from 'kysely'
import type { Static } from 'typebox'

/** micro-USDT. Read as text (`amount::text`), because the driver parses bigint as number. */
type Money = ColumnType<number | bigint, bigint, bigint>
/** Written as text: the driver would write an array as an array of PostgreSQL. */
type Json<Value> = ColumnType<Value, string, string>

/**
 * Tables of the business modules with the values that the driver reads and writes; the market store uses plain SQL. A
 * test compares this with the migrated database.
 */
export interface Schema {
  account: {
    id: Generated<number>
    username: string
    username_key: string
    email: string | null
    email_key: string | null
    first_name: string
    last_name: string
    password_hash: string | null
    theme: 'light' | 'dark' | null
    language: Language
    is_admin: Generated<boolean>
    is_inviter: Generated<boolean>
    invite_code: string | null
    created_at: Date
    activated_at: Date | null
    disabled_at: Date | null
    delete_at: Date | null
    deleted_at: Date | null
    otp_secret: string | null
    otp_enabled_at: Date | null
    otp_step: number | null
    attempt_hash: string | null
    attempted_at: Date | null
  }
  account_link: {
    id: Generated<number>
    account_id: number
    kind: 'activate' | 'reset' | 'email'
    hash: Buffer
    email_key: string
    new_email: string | null
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  alert: {
    id: Generated<number>
    account_id: number
    symbol: string
    name: string
    rule: Json<AlertRule>
    repeat: AlertRepeat
    cooldown: number
    expires_at: Date | null
    channels: AlertChannel[]
    sound: AlertSound
    state: AlertState
    version: Generated<number>
    round: Generated<number>
    armed_t: number
    fired: Generated<number>
    last_fired_t: number | null
    last_fired_at: Date | null
    created_at: Date
    updated_at: Date
  }
  alert_delivery: {
    id: Generated<number>
    event_id: number
    account_id: number
    channel: AlertChannel
    target: Generated<number>
    status: 'queued' | 'sending' | 'sent' | 'dead' | 'skipped'
    attempts: Generated<number>
    next_at: Date
    last_error: string | null
    created_at: Date
    done_at: Date | null
  }
  alert_event: {
    id: Generated<number>
    alert_id: number | null
    account_id: number
    dedupe_key: string
    name: string
    symbol: string
    rule: Json<AlertRule>
    facts: Json<AlertFacts>
    t: number
    bar: Json<NonNullable<AlertEvent['bar']>> | null
    sound: AlertSound
    created_at: Date
  }
  alert_market: {
    symbol: string
    delayed: boolean
    holder: string | null
    tape: string | null
    version: number | null
    seq: number | null
    state: Json<unknown> | null
  }
  alert_push: {
    id: Generated<number>
    account_id: number
    endpoint_key: Buffer
    sealed: string
    label: string
    created_at: Date
    last_sent_at: Date | null
    session_id: number | null
  }
  alert_webhook: {
    account_id: number
    sealed: string
    created_at: Date
  }
  audit_log: {
    id: Generated<number>
    at: Date
    actor_id: number | null
    ip_hash: Buffer | null
    action: string
    object_type: string
    object_id: string
    before: Json<Record<string, unknown>> | null
    after: Json<Record<string, unknown>> | null
  }
  books_check: {
    id: Generated<number>
    checked_at: Date
    faults: Json<unknown[]>
  }
  content_picture: {
    sha256: Buffer
    kind: 'png' | 'jpg' | 'webp'
    width: number
    height: number
    bytes: Buffer
    at: Date
    actor_id: number
  }
  content_version: {
    key: string
    language: Language
    version: number
    kind: ContentKind
    title: string
    summary: string
    picture: string | null
    markdown: string
    act: 'draft' | 'publish' | 'withdraw'
    at: Date
    actor_id: number
  }
  dividend: {
    id: Generated<number>
    kind: 'share' | 'clawback'
    depth: Generated<number>
    order_id: number
    invitee_id: number
    inviter_id: number
    paid_amount: Money
    ratio_bp: number
    amount: Money
    status: Generated<'pending' | 'settled' | 'void'>
    created_at: Date
    available_at: Date
    settlement_id: number | null
  }
  dividend_mail: {
    id: Generated<number>
    inviter_id: number
    mail_key: string
    enqueued_at: Date
    accepted_at: Date | null
  }
  dividend_mail_row: {
    dividend_id: number
    mail_id: number
  }
  held_username: {
    username_key: string
    until: Date
  }
  mail_outbox: {
    id: Generated<number>
    dedupe_key: string
    template: string
    language: Language
    recipient: string
    params: string | null
    status: 'queued' | 'sending' | 'sent' | 'dead' | 'kept'
    attempts: Generated<number>
    next_at: Date
    expires_at: Date | null
    last_error: string | null
    message_id: Generated<string>
    created_at: Date
    sent_at: Date | null
  }
  moment: {
    id: string
    account_id: number
    content_hash: Buffer
    content: Json<MomentContent>
    created_at: Date
  }
  membership: {
    account_id: number
    expire_time: Date
  }
  membership_event: {
    id: Generated<number>
    account_id: number
    at: Date
    kind: 'grant' | 'trial' | 'purchase' | 'reversal'
    days: number | null
    from_time: Date
    to_time: Date
    actor_id: number | null
    remark: Generated<string>
    order_id: number | null
    only_ahead: Generated<boolean>
  }
  order_dispute: {
    order_id: number
    account_id: number
    payment_address: string
    claimed_at: Date
  }
  order_quote: {
    id: Generated<number>
    account_id: number
    network: 'TRC20'
    receive_address: string
    original_price: Money
    price: Money
    amount: Money
    created_at: Date
    expire_at: Date
    is_live: Generated<boolean>
  }
  payment_order: {
    id: Generated<number>
    account_id: number
    quote_id: number
    network: 'TRC20'
    transaction_id: string
    payment_address: string
    from_exchange: Generated<boolean>
    receive_address: string
    quoted_amount: Money
    amount: Money | null
    is_late: boolean
    status: Generated<'pending' | 'passed' | 'refused'>
    version: Generated<number>
    remark: Generated<string>
    reviewer_id: number | null
    submitted_at: Date
    reviewed_at: Date | null
    check_state: Generated<CheckState>
    check_reasons: Generated<readonly Static<typeof CheckReason>[]>
    check_found: Json<FoundPayment> | null
    checked_at: Date | null
    reversed_at: Date | null
    reversed_by: number | null
    reversal_remark: string | null
  }
  payout_address: {
    id: Generated<number>
    account_id: number
    network: 'TRC20'
    address: string
    set_at: Date
    is_first: boolean
  }
  promoter: {
    account_id: number
    ratio_bp_override: number | null
    referrals: Generated<number>
    activated_invitees: Generated<number>
    paying_invitees: Generated<number>
    earning_invitees: Generated<number>
    dividends: Generated<number>
    pending_count: Generated<number>
    pending_amount: Generated<Money>
    settled_amount: Generated<Money>
    reminded_at: Date | null
  }
  push_identity: {
    is_only: Generated<boolean>
    public_key: string
    private_key: string
    created_at: Date
  }
  recovery_code: {
    account_id: number
    hash: Buffer
  }
  referral: {
    invitee_id: number
    inviter_id: number | null
    code: string
    registered_at: Date
    activated_at: Date | null
    first_paid_at: Date | null
    paid_orders: Generated<number>
    dividends: Generated<number>
  }
  review_notice: {
    id: Generated<number>
    order_id: number
    kind: 'order' | 'dispute'
    created_at: Date
  }
  saved_workspace: {
    id: Generated<number>
    account_id: number
    name: string
    version: Generated<number>
    document: Json<WorkspaceDocument>
    saved_at: Date
  }
  saved_workspace_version: {
    workspace_id: number
    version: number
    document: Json<WorkspaceDocument>
    saved_at: Date
  }
  scanner_row: {
    symbol: string
    interval_ms: number
    t: number
    tape: string
    seq: number
    state: ScanState
    content: Json<ScanRow>
    delayed_done: Generated<boolean>
    stored_at: Date
  }
  session: {
    id: Generated<number>
    account_id: number
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    ua: string
    ip_hash: Buffer | null
    step_up_until: Date | null
  }
  session_token: {
    hash: Buffer
    session_id: number
    replaced_until: Date | null
  }
  settlement: {
    id: Generated<number>
    network: 'TRC20'
    settlement_id: string
    inviter_id: number
    receive_address: string
    amount: Money
    operator_id: number
    settled_at: Date
  }
  share_decision: {
    order_id: number
    invitee_id: number
    inviter_id: number
    paid_amount: Money
    paying_before: number
    level: number
    ratio_bp: number
    outcome: 'earned' | 'inactive' | 'renewal' | 'nothing'
    decided_at: Date
    seq: Generated<number>
  }
  share_reversal: {
    order_id: number
    reversed_at: Date
    seq: Generated<number>
  }
  site_setting: {
    id: Generated<number>
    key: SettingKey
    value: Json<unknown>
    valid_from: Date
    actor_id: number | null
  }
  workspace_drawings: {
    account_id: number
    symbol: string
    version: Generated<number>
    items: Json<Drawing[]>
    count: number
    saved_at: Date
  }
  workspace_layout: {
    account_id: number
    name: string
    version: Generated<number>
    content: Json<LayoutContent>
    saved_at: Date
  }
  workspace_scan: {
    account_id: number
    name: string
    version: Generated<number>
    content: Json<ScanContent>
    saved_at: Date
  }
  workspace_tour: {
    account_id: number
    seen_at: Date
  }
  workspace_watchlist: {
    account_id: number
    version: Generated<number>
    items: Json<Watchlist['items']>
    saved_at: Date
  }
}

export type CheckState = 'none' | 'checking' | 'not_found' | 'unconfirmed' | 'match' | 'mismatch' | 'error'

/** The payment found on the chain; amounts as decimal text of micro-USDT, because JSON numbers are not exact. */
export interface FoundPayment {
  readonly from: string | null
  readonly to: string | null
  readonly amount: string | null
  readonly block: number | null
  readonly blockTime: number | null
  readonly confirmed: boolean
}
