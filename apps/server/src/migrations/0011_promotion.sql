-- Promotion: who was brought by whom, what that earned, when it was paid out, and where to.

-- A referral is born at registration; what follows from it stands beside it.
ALTER TABLE referral
  -- Null until the invitee's mailbox was proven; stays when the account ends.
  ADD COLUMN activated_at timestamptz,
  -- Since when the invitee counts as paying; null while there is no passed order that was not taken back.
  ADD COLUMN first_paid_at timestamptz,
  -- Passed orders, without those taken back.
  ADD COLUMN paid_orders integer NOT NULL DEFAULT 0 CHECK (paid_orders >= 0),
  -- Rows of `dividend` that are not void: a referral without any is listed as unpaid.
  ADD COLUMN dividends integer NOT NULL DEFAULT 0 CHECK (dividends >= 0),
  ADD CONSTRAINT referral_paid_check CHECK ((paid_orders = 0) = (first_paid_at IS NULL));
--> statement-breakpoint
UPDATE referral SET activated_at = account.activated_at FROM account WHERE account.id = referral.invitee_id;
--> statement-breakpoint
-- Those who have brought nothing yet, the newest first.
CREATE INDEX referral_unpaid ON referral (inviter_id, registered_at DESC, invitee_id DESC) WHERE dividends = 0;
--> statement-breakpoint

-- One row for everybody who is or was an inviter: the lock of all that concerns their shares, and its sums.
CREATE TABLE promoter (
  account_id bigint PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  -- Basis points; null: what the level says.
  ratio_bp_override integer CHECK (ratio_bp_override BETWEEN 0 AND 10000),
  -- Registered through them, activated, paying, and those with a dividend that is not void.
  referrals integer NOT NULL DEFAULT 0,
  activated_invitees integer NOT NULL DEFAULT 0,
  paying_invitees integer NOT NULL DEFAULT 0,
  earning_invitees integer NOT NULL DEFAULT 0,
  -- Dividends that are not void; of them those that wait, and the sums, in micro-USDT.
  dividends integer NOT NULL DEFAULT 0,
  pending_count integer NOT NULL DEFAULT 0,
  pending_amount bigint NOT NULL DEFAULT 0,
  settled_amount bigint NOT NULL DEFAULT 0,
  -- Of the last reminder; null without one.
  reminded_at timestamptz
);
--> statement-breakpoint
-- To whom is most owed?
CREATE INDEX promoter_owed ON promoter (pending_amount DESC, account_id);
--> statement-breakpoint
INSERT INTO promoter (account_id, referrals, activated_invitees)
  SELECT a.id, count(r.invitee_id), count(r.activated_at) FROM account a LEFT JOIN referral r ON r.inviter_id = a.id
  WHERE a.is_inviter OR r.invitee_id IS NOT NULL GROUP BY a.id;
--> statement-breakpoint

-- Whoever becomes an inviter, by a call, a command or by hand, is one here too.
CREATE FUNCTION add_promoter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO promoter (account_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER account_inviter AFTER INSERT OR UPDATE OF is_inviter ON account FOR EACH ROW WHEN (NEW.is_inviter) EXECUTE FUNCTION add_promoter();
--> statement-breakpoint

-- Registrations come and go (who never activates is deleted); by statement, so that many at once are one change.
CREATE FUNCTION count_referrals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE promoter p SET referrals = p.referrals + n.total
      FROM (SELECT inviter_id, count(*) AS total FROM changed GROUP BY inviter_id) n WHERE p.account_id = n.inviter_id;
  ELSE
    UPDATE promoter p SET referrals = p.referrals - n.total, activated_invitees = p.activated_invitees - n.activated
      FROM (SELECT inviter_id, count(*) AS total, count(activated_at) AS activated FROM changed GROUP BY inviter_id) n
      WHERE p.account_id = n.inviter_id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER referral_born AFTER INSERT ON referral REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_referrals();
--> statement-breakpoint
CREATE TRIGGER referral_gone AFTER DELETE ON referral REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_referrals();
--> statement-breakpoint

-- Numbers decisions and what takes them back, in the order in which they happened to an inviter.
CREATE SEQUENCE share_sequence;
--> statement-breakpoint

-- What was decided about the share of each passed order of somebody who was invited, and on what grounds. Never changed.
CREATE TABLE share_decision (
  order_id bigint PRIMARY KEY REFERENCES payment_order (id),
  invitee_id bigint NOT NULL REFERENCES account (id),
  inviter_id bigint NOT NULL REFERENCES account (id),
  -- Micro-USDT: what was paid, no more than was quoted.
  paid_amount bigint NOT NULL CHECK (paid_amount >= 0),
  -- Paying invitees of the inviter before this order, the level that made, the ratio it gave (basis points).
  paying_before integer NOT NULL CHECK (paying_before >= 0),
  level integer NOT NULL CHECK (level >= 0),
  ratio_bp integer NOT NULL CHECK (ratio_bp BETWEEN 0 AND 10000),
  -- earned; inactive: the inviter had lost the role or the account; renewal: renewals earn nothing; nothing: the share rounds to 0.
  outcome text NOT NULL CHECK (outcome IN ('earned', 'inactive', 'renewal', 'nothing')),
  decided_at timestamptz NOT NULL,
  seq bigint NOT NULL DEFAULT nextval('share_sequence'),
  CHECK (inviter_id <> invitee_id)
);
--> statement-breakpoint
-- Had this account ever a paid order? (no trial afterwards)
CREATE INDEX share_decision_invitee ON share_decision (invitee_id);
--> statement-breakpoint
CREATE TRIGGER share_decision_rows BEFORE UPDATE OR DELETE ON share_decision FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Its order was taken back. Never changed.
CREATE TABLE share_reversal (
  order_id bigint PRIMARY KEY REFERENCES share_decision (order_id),
  reversed_at timestamptz NOT NULL,
  seq bigint NOT NULL DEFAULT nextval('share_sequence')
);
--> statement-breakpoint
CREATE TRIGGER share_reversal_rows BEFORE UPDATE OR DELETE ON share_reversal FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- Where shares are sent: every address an inviter ever set, the newest counts.
CREATE TABLE payout_address (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id),
  network text NOT NULL CHECK (network IN ('TRC20')),
  address text NOT NULL,
  set_at timestamptz NOT NULL,
  -- The first one can be used at once.
  is_first boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX payout_address_newest ON payout_address (account_id, network, id DESC);
--> statement-breakpoint
-- Who else has this address?
CREATE INDEX payout_address_shared ON payout_address (address);
--> statement-breakpoint
CREATE UNIQUE INDEX payout_address_one_first ON payout_address (account_id, network) WHERE is_first;
--> statement-breakpoint
CREATE TRIGGER payout_address_rows BEFORE UPDATE OR DELETE ON payout_address FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- A payout: what was sent to an inviter in one transaction. Never changed.
CREATE TABLE settlement (
  id bigserial PRIMARY KEY,
  network text NOT NULL CHECK (network IN ('TRC20')),
  -- ID of the transaction that paid it.
  settlement_id text NOT NULL,
  inviter_id bigint NOT NULL REFERENCES account (id),
  -- As it was then.
  receive_address text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  operator_id bigint NOT NULL REFERENCES account (id),
  settled_at timestamptz NOT NULL,
  CHECK (operator_id <> inviter_id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX settlement_once ON settlement (network, settlement_id);
--> statement-breakpoint
-- Payouts of an inviter; search by the beginning of an ID.
CREATE INDEX settlement_inviter ON settlement (inviter_id, settlement_id text_pattern_ops);
--> statement-breakpoint
CREATE TRIGGER settlement_rows BEFORE UPDATE OR DELETE ON settlement FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

CREATE TABLE dividend (
  id bigserial PRIMARY KEY,
  -- clawback: takes back a share that was settled when its order was taken back.
  kind text NOT NULL CHECK (kind IN ('share', 'clawback')),
  -- How far the inviter is from the invitee: only direct ones earn.
  depth smallint NOT NULL DEFAULT 1 CHECK (depth = 1),
  order_id bigint NOT NULL REFERENCES share_decision (order_id),
  invitee_id bigint NOT NULL REFERENCES account (id),
  inviter_id bigint NOT NULL REFERENCES account (id),
  paid_amount bigint NOT NULL,
  ratio_bp integer NOT NULL CHECK (ratio_bp BETWEEN 1 AND 10000),
  -- floor(paid_amount x ratio), negative in a clawback.
  amount bigint NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'settled', 'void')),
  created_at timestamptz NOT NULL,
  -- Not settled before.
  available_at timestamptz NOT NULL,
  -- Null until settled.
  settlement_id bigint REFERENCES settlement (id),
  CHECK (inviter_id <> invitee_id),
  CHECK (CASE WHEN kind = 'share' THEN amount > 0 AND amount = div(paid_amount::numeric * ratio_bp, 10000) ELSE amount < 0 AND status <> 'void' END),
  CHECK ((status = 'settled') = (settlement_id IS NOT NULL))
);
--> statement-breakpoint
-- An order earns once, and is taken back once (I8).
CREATE UNIQUE INDEX dividend_once ON dividend (order_id, kind, depth);
--> statement-breakpoint
-- The list of an inviter, newest first: all that is shown, and by status.
CREATE INDEX dividend_shown ON dividend (inviter_id, created_at DESC, id DESC) WHERE status <> 'void';
--> statement-breakpoint
CREATE INDEX dividend_status ON dividend (inviter_id, status, created_at DESC, id DESC);
--> statement-breakpoint
-- The rows of a payout, newest first.
CREATE INDEX dividend_settlement ON dividend (settlement_id, created_at DESC, id DESC) WHERE settlement_id IS NOT NULL;
--> statement-breakpoint

-- What was earned stays as it was decided; only its status moves, once, from pending to settled or void (I13, I16).
CREATE FUNCTION keep_dividend() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status <> 'pending' OR NEW.status = 'pending'
    OR (to_jsonb(NEW) - 'status' - 'settlement_id') IS DISTINCT FROM (to_jsonb(OLD) - 'status' - 'settlement_id') THEN
    RAISE EXCEPTION 'a dividend is not changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER dividend_kept BEFORE UPDATE OR DELETE ON dividend FOR EACH ROW EXECUTE FUNCTION keep_dividend();
--> statement-breakpoint

-- Mails about shares, kept longer than the outbox keeps its own.
CREATE TABLE dividend_mail (
  id bigserial PRIMARY KEY,
  inviter_id bigint NOT NULL REFERENCES account (id),
  -- mail_outbox.dedupe_key; the mail itself is deleted after a while.
  mail_key text NOT NULL UNIQUE,
  enqueued_at timestamptz NOT NULL,
  -- Null until the mail server accepted it.
  accepted_at timestamptz
);
--> statement-breakpoint
CREATE TABLE dividend_mail_row (
  dividend_id bigint NOT NULL REFERENCES dividend (id),
  mail_id bigint NOT NULL REFERENCES dividend_mail (id),
  PRIMARY KEY (dividend_id, mail_id)
);
--> statement-breakpoint
-- In the statement that marks the mail sent, so that neither is known without the other.
CREATE FUNCTION note_accepted_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE dividend_mail SET accepted_at = NEW.sent_at WHERE mail_key = NEW.dedupe_key;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER mail_outbox_accepted AFTER UPDATE OF status ON mail_outbox FOR EACH ROW
  WHEN (NEW.status = 'sent' AND NEW.template IN ('payout_reminder', 'shares_settled')) EXECUTE FUNCTION note_accepted_mail();
--> statement-breakpoint

-- What `npm run check-books` and the daily check found.
CREATE TABLE books_check (
  id bigserial PRIMARY KEY,
  checked_at timestamptz NOT NULL,
  -- Sentences; none: all is well.
  faults jsonb NOT NULL
);
--> statement-breakpoint
-- The newest.
CREATE INDEX books_check_at ON books_check (checked_at);
