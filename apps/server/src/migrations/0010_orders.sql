-- Payments: what was quoted, what was claimed to be paid, who else claimed it, and the entries of the ledger that follow.

CREATE TABLE order_quote (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id),
  network text NOT NULL CHECK (network IN ('TRC20')),
  receive_address text NOT NULL,
  -- All amounts are micro-USDT.
  original_price bigint NOT NULL CHECK (original_price > 0),
  price bigint NOT NULL CHECK (price > 0),
  -- The price and a little more, by which this payment is known among all others.
  amount bigint NOT NULL CHECK (amount >= price),
  created_at timestamptz NOT NULL,
  -- Paid later it still names its order, which is then marked late.
  expire_at timestamptz NOT NULL,
  -- Its amount is free for others once this is false: days after the quote expired.
  is_live boolean NOT NULL DEFAULT true
);
--> statement-breakpoint
-- Two open quotes of an address never ask for the same amount.
CREATE UNIQUE INDEX order_quote_amount ON order_quote (receive_address, amount) WHERE is_live;
--> statement-breakpoint
-- The newest quote of an account.
CREATE INDEX order_quote_account ON order_quote (account_id, id);
--> statement-breakpoint
-- Whose amounts are to be set free?
CREATE INDEX order_quote_expire ON order_quote (expire_at) WHERE is_live;
--> statement-breakpoint

CREATE TABLE payment_order (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id),
  quote_id bigint NOT NULL REFERENCES order_quote (id),
  network text NOT NULL CHECK (network IN ('TRC20')),
  -- 64 hexadecimal digits, lower case.
  transaction_id text NOT NULL,
  payment_address text NOT NULL,
  -- The payer said that an exchange sent it: the sender is then its wallet.
  from_exchange boolean NOT NULL DEFAULT false,
  -- Where it was to be paid: the address may have been changed since.
  receive_address text NOT NULL,
  quoted_amount bigint NOT NULL CHECK (quoted_amount > 0),
  -- What the reviewer accepted as paid; null while nobody did.
  amount bigint CHECK (amount > 0),
  is_late boolean NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'passed', 'refused')),
  -- Rises with every change: a decision names the one it was made on.
  version integer NOT NULL DEFAULT 1,
  remark text NOT NULL DEFAULT '',
  -- Null: an account that is gone, or nobody yet.
  reviewer_id bigint REFERENCES account (id),
  submitted_at timestamptz NOT NULL,
  reviewed_at timestamptz,
  -- What the chain said when it was last asked; it advises only.
  check_state text NOT NULL DEFAULT 'none',
  check_reasons text[] NOT NULL DEFAULT '{}',
  check_found jsonb,
  checked_at timestamptz,
  -- A passed order may be taken back; it stays passed, and reversed.
  reversed_at timestamptz,
  reversed_by bigint REFERENCES account (id),
  reversal_remark text,
  CHECK ((status = 'pending') = (reviewed_at IS NULL)),
  CHECK ((status = 'passed') = (amount IS NOT NULL)),
  CHECK (reversed_at IS NULL OR status = 'passed'),
  CHECK ((reversed_at IS NULL) = (reversal_remark IS NULL))
);
--> statement-breakpoint
-- A transaction pays for one order (I1); a refused one may be submitted again.
CREATE UNIQUE INDEX payment_order_transaction ON payment_order (network, transaction_id) WHERE status IN ('pending', 'passed');
--> statement-breakpoint
CREATE UNIQUE INDEX payment_order_one_pending ON payment_order (account_id) WHERE status = 'pending';
--> statement-breakpoint
-- One's own orders, newest first.
CREATE INDEX payment_order_account ON payment_order (account_id, id DESC);
--> statement-breakpoint
-- Search by transaction, whole or by its beginning.
CREATE INDEX payment_order_search ON payment_order (transaction_id text_pattern_ops);
--> statement-breakpoint
-- The reviewer's list: what waits, then by status.
CREATE INDEX payment_order_status ON payment_order (status, id DESC);
--> statement-breakpoint
-- The reviewer's list of everything: what waits comes first, the oldest of it first, then the newest.
CREATE INDEX payment_order_list ON payment_order ((status <> 'pending'), (CASE WHEN status = 'pending' THEN id ELSE -id END));
--> statement-breakpoint

-- Who claimed a transaction that another order already had.
CREATE TABLE order_dispute (
  order_id bigint NOT NULL REFERENCES payment_order (id),
  account_id bigint NOT NULL REFERENCES account (id),
  payment_address text NOT NULL,
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (order_id, account_id)
);
--> statement-breakpoint

-- What was sold once stays as it was decided: only its evidence and its reversal may still be written.
CREATE FUNCTION keep_reviewed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'orders are kept' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.status <> 'pending' AND (
    (NEW.account_id, NEW.quote_id, NEW.network, NEW.transaction_id, NEW.quoted_amount, NEW.status, NEW.submitted_at, NEW.reviewed_at)
      IS DISTINCT FROM (OLD.account_id, OLD.quote_id, OLD.network, OLD.transaction_id, OLD.quoted_amount, OLD.status, OLD.submitted_at, OLD.reviewed_at)
    OR NEW.amount IS DISTINCT FROM OLD.amount
    OR (OLD.reversed_at IS NOT NULL AND NEW.reversed_at IS DISTINCT FROM OLD.reversed_at)
  ) THEN
    RAISE EXCEPTION 'a reviewed order is not changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER payment_order_kept BEFORE UPDATE OR DELETE ON payment_order FOR EACH ROW EXECUTE FUNCTION keep_reviewed_order();
--> statement-breakpoint

-- The ledger: a purchase is a year of the calendar, a reversal takes back what its order gave.
ALTER TABLE membership_event DROP CONSTRAINT membership_event_kind_check;
--> statement-breakpoint
ALTER TABLE membership_event DROP CONSTRAINT membership_event_days_check;
--> statement-breakpoint
ALTER TABLE membership_event DROP CONSTRAINT membership_event_check;
--> statement-breakpoint
ALTER TABLE membership_event ALTER COLUMN days DROP NOT NULL;
--> statement-breakpoint
-- Of purchases and reversals; null for everything else.
ALTER TABLE membership_event ADD COLUMN order_id bigint;
--> statement-breakpoint
ALTER TABLE membership_event
  ADD CONSTRAINT membership_event_kind_check CHECK (kind IN ('grant', 'trial', 'purchase', 'reversal')),
  ADD CONSTRAINT membership_event_days_check CHECK ((kind IN ('grant', 'trial')) = (days IS NOT NULL) AND (days IS NULL OR days > 0)),
  ADD CONSTRAINT membership_event_order_check CHECK ((kind IN ('purchase', 'reversal')) = (order_id IS NOT NULL)),
  -- A reversal leads back.
  ADD CONSTRAINT membership_event_stretch_check CHECK (CASE WHEN kind = 'reversal' THEN to_time < from_time ELSE to_time > from_time END);
--> statement-breakpoint
-- Each passed order extends once, and is taken back once (I6).
CREATE UNIQUE INDEX membership_event_order ON membership_event (order_id, kind) WHERE order_id IS NOT NULL;
--> statement-breakpoint
-- Whose membership ends soon? (reminders)
CREATE INDEX membership_expire ON membership (expire_time);
--> statement-breakpoint

INSERT INTO site_setting (key, value, valid_from) VALUES
  ('grace_days', '0', '-infinity'),
  ('min_payout', '"10.000000"', '-infinity'),
  ('hold_days', '0', '-infinity'),
  ('address_cooling_hours', '24', '-infinity'),
  ('payment_tolerance', '"0.000000"', '-infinity'),
  ('renewals_earn', 'true', '-infinity'),
  -- No address: payment is not open yet.
  ('receive_address', '{"network_type": "TRC20", "address": null}', '-infinity'),
  ('renewal_text', 'null', '-infinity');
