import type { BookCheck } from '../book-check.ts'

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
