import type { BookCheck } from '../book-check.ts'

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
