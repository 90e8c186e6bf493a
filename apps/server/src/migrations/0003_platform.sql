-- What accounts stand on: mails that leave with the transaction that causes them, the ledger of memberships, the record of
-- dangerous acts, counts of limited ones, and settings with their history.

CREATE TABLE mail_outbox (
  id bigserial PRIMARY KEY,
  -- The same event, enqueued twice, is one mail.
  dedupe_key text NOT NULL UNIQUE,
  template text NOT NULL,
  language text NOT NULL,
  recipient text NOT NULL,
  -- Sealed with APP_KEY, since links are in it; null once the mail is sent or given up.
  params text,
  -- kept: there is no mail server (development); the outbox page shows it.
  status text NOT NULL CHECK (status IN ('queued', 'sending', 'sent', 'dead', 'kept')),
  attempts integer NOT NULL DEFAULT 0,
  -- queued: not before then. sending: whoever was sending it is taken for dead then.
  next_at timestamptz NOT NULL,
  -- Its link is of no use afterwards, so it is not sent either; null = always of use.
  expires_at timestamptz,
  -- Of the last attempt; null while none failed.
  last_error text,
  -- The same in every attempt, so that receivers recognise one they have.
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL,
  -- Null until the mail server accepted it.
  sent_at timestamptz,
  CHECK ((params IS NULL) = (status IN ('sent', 'dead')))
);
--> statement-breakpoint
-- The sender's question: what is due?
CREATE INDEX mail_outbox_due ON mail_outbox (next_at) WHERE status IN ('queued', 'sending');
--> statement-breakpoint
-- The newest for the outbox page, the oldest for clean-up.
CREATE INDEX mail_outbox_created ON mail_outbox (created_at);
--> statement-breakpoint

-- One row an account that ever had a membership: the lock for extensions, and the replay of the ledger for fast reading.
CREATE TABLE membership (
  account_id bigint PRIMARY KEY,
  expire_time timestamptz NOT NULL
);
--> statement-breakpoint
-- No foreign keys to accounts, here and in audit_log: what was written outlives an account that was never proven.
CREATE TABLE membership_event (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('grant', 'trial')),
  days integer NOT NULL CHECK (days > 0),
  from_time timestamptz NOT NULL,
  to_time timestamptz NOT NULL CHECK (to_time > from_time),
  -- Null: the program itself or a command.
  actor_id bigint,
  remark text NOT NULL DEFAULT ''
);
--> statement-breakpoint
-- The ledger of one account, in the order it was written.
CREATE INDEX membership_event_account ON membership_event (account_id, id);
--> statement-breakpoint
CREATE UNIQUE INDEX membership_event_one_trial ON membership_event (account_id) WHERE kind = 'trial';
--> statement-breakpoint

CREATE TABLE audit_log (
  id bigserial PRIMARY KEY,
  at timestamptz NOT NULL,
  -- Null: a command on the machine.
  actor_id bigint,
  -- Null: no request, or older than 90 days.
  ip_hash bytea,
  action text NOT NULL,
  object_type text NOT NULL,
  object_id text NOT NULL,
  -- Null: there was nothing before, or there is nothing after.
  before jsonb,
  after jsonb
);
--> statement-breakpoint
-- "What happened to this account or order?"
CREATE INDEX audit_log_object ON audit_log (object_type, object_id, id);
--> statement-breakpoint
-- "What did this person do?"
CREATE INDEX audit_log_actor ON audit_log (actor_id, id);
--> statement-breakpoint

-- What was written stays as it is. One thing may be done to a record of acts: its address is forgotten after 90 days.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'audit_log' THEN
    IF NEW.ip_hash IS NULL AND (to_jsonb(NEW) - 'ip_hash') = (to_jsonb(OLD) - 'ip_hash') THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_rows BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_table BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER membership_event_rows BEFORE UPDATE OR DELETE ON membership_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER membership_event_table BEFORE TRUNCATE ON membership_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- Times of limited acts, by who or where from. Not worth the disk's time: after a crash everybody starts anew.
CREATE UNLOGGED TABLE rate_hit (
  -- Keyed hash of the limit's name and its subject: neither addresses nor e-mails stand here.
  key bytea PRIMARY KEY,
  -- ms since the epoch, ascending.
  hits bigint[] NOT NULL,
  -- Nothing of the row counts afterwards.
  until bigint NOT NULL
);
--> statement-breakpoint
-- For clean-up.
CREATE INDEX rate_hit_until ON rate_hit (until);
--> statement-breakpoint

-- Prices, trial, share levels: never edited in place. The newest row of a key that is valid holds.
CREATE TABLE site_setting (
  id bigserial PRIMARY KEY,
  key text NOT NULL,
  value jsonb NOT NULL,
  valid_from timestamptz NOT NULL,
  -- Null: came with the program.
  actor_id bigint
);
--> statement-breakpoint
CREATE INDEX site_setting_key ON site_setting (key, valid_from DESC, id DESC);
--> statement-breakpoint
INSERT INTO site_setting (key, value, valid_from) VALUES
  ('original_price', '"299.000000"', '-infinity'),
  ('discount', '{"price": "199.000000", "start": null, "end": null}', '-infinity'),
  ('trial_days', '7', '-infinity'),
  ('share_levels', '[{"level": 1, "min_paying": 0, "ratio": "0.1000"}, {"level": 2, "min_paying": 10, "ratio": "0.1500"}, {"level": 3, "min_paying": 30, "ratio": "0.2000"}, {"level": 4, "min_paying": 100, "ratio": "0.2500"}]', '-infinity'),
  ('contact', 'null', '-infinity'),
  ('medias', '[]', '-infinity');
