import type { BookCheck } from '../book-check.ts'

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
