import type { BookCheck } from '../book-check.ts'

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
