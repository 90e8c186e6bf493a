/** One invariant and the query that finds violations. */
export interface BookCheck {
  /** Number of the invariant in docs/decisions/promotion.md. */
  readonly rule: string
  /** What is wrong with each row that the query returns. */
  readonly fault: string
  /** Returns the violations in one column `id`; no rows if the invariant holds. */
  readonly sql: string
}

/** Payments and the membership they gave. The membership ledger is replayed in replay-memberships.ts. */
export const ORDER_CHECKS: readonly BookCheck[] = [
  {
    rule: 'I1',
    fault: 'transaction passed more than once',
    sql: "select network || ' ' || transaction_id as id from payment_order where status = 'passed' group by network, transaction_id having count(*) > 1",
  },
  {
    rule: 'I6',
    fault: 'passed order without exactly one extension of its account',
    sql: `select o.id from payment_order o left join membership_event e on e.order_id = o.id and e.kind = 'purchase' and e.account_id = o.account_id
          where o.status = 'passed' group by o.id having count(e.id) <> 1`,
  },
  {
    rule: 'I6',
    fault: 'extension or reversal of an order that was not passed, or not reversed',
    sql: `select e.id from membership_event e left join payment_order o on o.id = e.order_id
          where e.order_id is not null and (o.id is null or o.status <> 'passed' or o.account_id <> e.account_id or (e.kind = 'reversal' and o.reversed_at is null))`,
  },
  {
    rule: 'I6',
    fault: 'reversed order without exactly one reversal of its extension',
    sql: `select o.id from payment_order o left join membership_event e on e.order_id = o.id and e.kind = 'reversal'
          where o.reversed_at is not null group by o.id having count(e.id) <> 1`,
  },
  {
    rule: 'I14',
    fault: 'more than one trial',
    sql: "select account_id as id from membership_event where kind = 'trial' group by account_id having count(*) > 1",
  },
  {
    rule: 'I14',
    fault: 'trial after a paid order',
    sql: `select t.account_id as id from membership_event t where t.kind = 'trial'
            and exists (select from membership_event p where p.account_id = t.account_id and p.kind = 'purchase' and p.id < t.id)`,
  },
  {
    rule: 'I14',
    fault: 'trial of an account without an inviter',
    sql: `select t.account_id as id from membership_event t left join referral r on r.invitee_id = t.account_id
          where t.kind = 'trial' and r.inviter_id is null and exists (select from account a where a.id = t.account_id)`,
  },
]

/** Triggers that reject changes of settled rows. */
const GUARD_TRIGGERS = [
  'dividend_kept',
  'settlement_rows',
  'share_decision_rows',
  'share_reversal_rows',
  'payout_address_rows',
  'payment_order_kept',
  'membership_event_rows',
  'audit_log_rows',
]

const recorded = (what: string, action: string, object: string): string =>
  `select t.id from (${what}) t left join audit_log l on l.action = '${action}' and l.object_type = '${object}' and l.object_id = t.object_id
   group by t.id, t.acts having count(l.id) <> t.acts`

/** History is immutable, and every action of an administrator is recorded exactly once. */
export const RECORD_CHECKS: readonly BookCheck[] = [
  {
    rule: 'I13',
    fault: 'trigger that protects recorded rows is missing or disabled',
    sql: `select name as id from unnest(array['${GUARD_TRIGGERS.join("', '")}']) name
          where not exists (select from pg_trigger where tgname = name and tgenabled in ('O', 'A') and not tgisinternal)`,
  },
  {
    rule: 'I15',
    fault: 'reviewed order without exactly one audit entry',
    sql: recorded(
      "select id, id::text as object_id, 1 as acts from payment_order where status <> 'pending'",
      'review_order',
      'order',
    ),
  },
  {
    rule: 'I17',
    fault: 'reversed order without exactly one audit entry',
    sql: recorded(
      'select id, id::text as object_id, 1 as acts from payment_order where reversed_at is not null',
      'reverse_order',
      'order',
    ),
  },
  {
    rule: 'I17',
    fault: 'payout without exactly one audit entry',
    sql: recorded('select id, settlement_id as object_id, 1 as acts from settlement', 'settle', 'settlement'),
  },
  {
    rule: 'I17',
    fault: 'account whose payout addresses are not all in the audit log',
    sql: recorded(
      'select account_id as id, account_id::text as object_id, count(*) as acts from payout_address group by account_id',
      'set_receive_address',
      'account',
    ),
  },
  {
    rule: 'I17',
    fault: 'account whose granted days are not all in the audit log',
    sql: `select account_id as id from membership_event e where kind = 'grant' and actor_id is not null group by account_id
          having count(*) <> (select count(*) from audit_log l where l.action = 'grant_days' and l.object_type = 'account' and l.object_id = e.account_id::text and l.actor_id is not null)`,
  },
  {
    rule: 'I17',
    fault: 'setting whose changes are not all in the audit log',
    sql: `select key as id from site_setting e where actor_id is not null group by key
          having count(*) <> (select count(*) from audit_log l where l.action = 'save_setting' and l.object_type = 'setting' and l.object_id = e.key)`,
  },
]

/** Shares of passed orders. */
export const SHARE_CHECKS: readonly BookCheck[] = [
  {
    rule: 'I2',
    fault: 'share that is not floor(paid x ratio), or not what was decided',
    sql: `select d.id from dividend d join share_decision s on s.order_id = d.order_id
          where d.amount <> div(d.paid_amount::numeric * d.ratio_bp, 10000) * case d.kind when 'share' then 1 else -1 end
            or (d.paid_amount, d.ratio_bp, d.invitee_id, d.inviter_id) is distinct from (s.paid_amount, s.ratio_bp, s.invitee_id, s.inviter_id)`,
  },
  {
    rule: 'I2',
    fault: 'decision about an amount other than the paid amount, capped at the quote',
    sql: 'select s.order_id as id from share_decision s join payment_order o on o.id = s.order_id where s.paid_amount is distinct from least(o.amount, o.quoted_amount)',
  },
  {
    rule: 'I3',
    fault: 'dividend of an order that was not passed, or of another account',
    sql: "select d.id from dividend d left join payment_order o on o.id = d.order_id where o.status is distinct from 'passed' or o.account_id <> d.invitee_id",
  },
  {
    rule: 'I4',
    fault: 'reversed order whose dividends do not sum to 0',
    sql: `select o.id from payment_order o join dividend d on d.order_id = o.id and d.status <> 'void'
          where o.reversed_at is not null group by o.id having sum(d.amount) <> 0`,
  },
  {
    rule: 'I4',
    fault: 'order that is not reversed, with a void share or a clawback',
    sql: "select d.id from dividend d join payment_order o on o.id = d.order_id where o.reversed_at is null and (d.status = 'void' or d.kind = 'clawback')",
  },
  {
    rule: 'I4',
    fault: 'clawback of a share that was not settled',
    sql: `select c.id from dividend c left join dividend d on d.order_id = c.order_id and d.kind = 'share' where c.kind = 'clawback' and d.status is distinct from 'settled'`,
  },
  {
    rule: 'I8',
    fault: 'passed order of an invitee without a decision about its share',
    sql: `select o.id from payment_order o join referral r on r.invitee_id = o.account_id left join share_decision s on s.order_id = o.id
          where o.status = 'passed' and r.inviter_id is not null and s.inviter_id is distinct from r.inviter_id`,
  },
  {
    rule: 'I8',
    fault: 'decision about an order of an account without an inviter',
    sql: 'select s.order_id as id from share_decision s left join referral r on r.invitee_id = s.invitee_id where r.inviter_id is distinct from s.inviter_id',
  },
  {
    rule: 'I8',
    fault: 'earned decision without exactly one share, or a share that was not earned',
    sql: `select s.order_id as id from share_decision s left join dividend d on d.order_id = s.order_id and d.kind = 'share'
          group by s.order_id, s.outcome having count(d.id) <> case s.outcome when 'earned' then 1 else 0 end`,
  },
  {
    rule: 'I8',
    fault: 'decision whose outcome contradicts its amount',
    sql: `select order_id as id from share_decision
          where outcome in ('earned', 'nothing') and (outcome = 'earned') <> (div(paid_amount::numeric * ratio_bp, 10000) > 0)`,
  },
  {
    rule: 'I8',
    fault: 'reversed order without a recorded share reversal, or the other way round',
    sql: `select s.order_id as id from share_decision s join payment_order o on o.id = s.order_id left join share_reversal b on b.order_id = s.order_id
          where (o.reversed_at is null) <> (b.order_id is null)`,
  },
  {
    rule: 'I9',
    fault: 'shares exceed what was paid',
    sql: `select 'all orders' as id from (select
            (select coalesce(sum(amount), 0) from dividend where status <> 'void') as shares,
            (select coalesce(sum(least(amount, quoted_amount)), 0) from payment_order where status = 'passed' and reversed_at is null) as revenue) t where shares > revenue`,
  },
  {
    rule: 'I12',
    fault: 'shares do not add up to floor(paid x ratio) of what was earned',
    sql: `select 'all orders' as id from (select
            (select coalesce(sum(amount), 0) from dividend where kind = 'share') as shares,
            (select coalesce(sum(div(paid_amount::numeric * ratio_bp, 10000)), 0) from share_decision where outcome = 'earned') as earned) t where shares <> earned`,
  },
]

/** Payouts, and the stored sums. */
export const SUM_CHECKS: readonly BookCheck[] = [
  {
    rule: 'I5',
    fault: 'payout that is not the sum of its dividends, or of another inviter',
    sql: `select s.id from settlement s left join dividend d on d.settlement_id = s.id
          group by s.id, s.amount, s.inviter_id having coalesce(sum(d.amount), 0) <> s.amount or bool_or(d.inviter_id <> s.inviter_id)`,
  },
  {
    rule: 'I5',
    fault: 'payout to an address that its inviter had not set',
    sql: `select s.id from settlement s where not exists (
            select from payout_address w where w.account_id = s.inviter_id and w.network = s.network and w.address = s.receive_address and w.set_at <= s.settled_at)`,
  },
  {
    rule: 'I7',
    fault: 'invitee with a wrong count of paid orders',
    sql: `select r.invitee_id as id from referral r
          left join payment_order o on o.account_id = r.invitee_id and o.status = 'passed' and o.reversed_at is null
          where r.inviter_id is not null group by r.invitee_id having count(o.id) <> r.paid_orders or (count(o.id) > 0) <> (r.first_paid_at is not null)`,
  },
  {
    rule: 'I7',
    fault: 'invitee with a wrong count of dividends',
    sql: `select r.invitee_id as id from referral r left join dividend d on d.invitee_id = r.invitee_id and d.status <> 'void'
          group by r.invitee_id having count(d.id) <> r.dividends`,
  },
  {
    rule: 'I7',
    fault: 'inviter with wrong counts of invitees',
    sql: `select p.account_id as id from promoter p left join referral r on r.inviter_id = p.account_id
          group by p.account_id having (p.referrals, p.activated_invitees, p.paying_invitees, p.earning_invitees)
            is distinct from (count(r.invitee_id)::int, count(r.activated_at)::int, count(r.first_paid_at)::int, (count(*) filter (where r.dividends > 0))::int)`,
  },
  {
    rule: 'I11',
    fault: 'inviter whose sums differ from the dividends',
    sql: `select p.account_id as id from promoter p left join dividend d on d.inviter_id = p.account_id and d.status <> 'void'
          group by p.account_id having (p.dividends, p.pending_count, p.pending_amount::numeric, p.settled_amount::numeric)
            is distinct from (count(d.id)::int, (count(*) filter (where d.status = 'pending'))::int, coalesce(sum(d.amount) filter (where d.status = 'pending'), 0),
              coalesce(sum(d.amount) filter (where d.status = 'settled'), 0))`,
  },
  {
    rule: 'I11',
    fault: 'inviter without sums',
    sql: `select distinct r.inviter_id as id from referral r left join promoter p on p.account_id = r.inviter_id where r.inviter_id is not null and p.account_id is null`,
  },
]
