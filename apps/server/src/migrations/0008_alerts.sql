-- Alerts: what somebody waits for, what came true, and how it was told.

CREATE TABLE alert (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  -- As text: an alert outlives the tape it waits on.
  symbol text NOT NULL,
  name text NOT NULL,
  rule jsonb NOT NULL,
  repeat text NOT NULL CHECK (repeat IN ('once', 'bar', 'event')),
  -- Seconds.
  cooldown integer NOT NULL CHECK (cooldown >= 0),
  -- Null: waits for ever.
  expires_at timestamptz,
  channels text[] NOT NULL,
  sound text NOT NULL,
  state text NOT NULL CHECK (state IN ('active', 'paused', 'done', 'expired')),
  version integer NOT NULL DEFAULT 1,
  -- Rises whenever it starts anew: what fired before does not keep the new one from firing.
  round integer NOT NULL DEFAULT 1,
  -- ms of market time: it waits for what happens afterwards.
  armed_t bigint NOT NULL,
  fired integer NOT NULL DEFAULT 0,
  -- ms of market time; null until it fires in this round.
  last_fired_t bigint,
  -- Null until it fires.
  last_fired_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
--> statement-breakpoint
-- The list of an account, and its limit.
CREATE INDEX alert_account ON alert (account_id, id);
--> statement-breakpoint
-- The evaluator's question: who waits on this market?
CREATE INDEX alert_waiting ON alert (symbol) WHERE state = 'active';
--> statement-breakpoint

CREATE TABLE alert_event (
  id bigserial PRIMARY KEY,
  -- Null: the alert was deleted since.
  alert_id bigint REFERENCES alert (id) ON DELETE SET NULL,
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  -- Alert, round and what happened: whoever evaluates it again, and however often, it fires once.
  dedupe_key text NOT NULL UNIQUE,
  name text NOT NULL,
  symbol text NOT NULL,
  rule jsonb NOT NULL,
  facts jsonb NOT NULL,
  -- ms of market time.
  t bigint NOT NULL,
  -- Null: belongs to no cycle.
  bar jsonb,
  sound text NOT NULL,
  created_at timestamptz NOT NULL
);
--> statement-breakpoint
-- History of an account, newest first; what a page missed.
CREATE INDEX alert_event_account ON alert_event (account_id, id DESC);
--> statement-breakpoint
-- Deleting an alert lets go of its events.
CREATE INDEX alert_event_alert ON alert_event (alert_id) WHERE alert_id IS NOT NULL;
--> statement-breakpoint
-- Clean-up.
CREATE INDEX alert_event_created ON alert_event (created_at);
--> statement-breakpoint

CREATE TABLE alert_push (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  -- Keyed hash of the endpoint: a browser has one row.
  endpoint_key bytea NOT NULL UNIQUE,
  -- Endpoint and keys, sealed with APP_KEY: who has them may send.
  sealed text NOT NULL,
  label text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null until the first was accepted.
  last_sent_at timestamptz
);
--> statement-breakpoint
CREATE INDEX alert_push_account ON alert_push (account_id);
--> statement-breakpoint

CREATE TABLE alert_webhook (
  account_id bigint PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  -- Address and secret, sealed with APP_KEY.
  sealed text NOT NULL,
  created_at timestamptz NOT NULL
);
--> statement-breakpoint

CREATE TABLE alert_delivery (
  id bigserial PRIMARY KEY,
  event_id bigint NOT NULL REFERENCES alert_event (id) ON DELETE CASCADE,
  -- For the limits of a day, without a look at the event.
  account_id bigint NOT NULL,
  channel text NOT NULL CHECK (channel IN ('page', 'push', 'mail', 'webhook')),
  -- Of alert_push; 0 where a channel has one target.
  target bigint NOT NULL DEFAULT 0,
  status text NOT NULL CHECK (status IN ('queued', 'sending', 'sent', 'dead', 'skipped')),
  attempts integer NOT NULL DEFAULT 0,
  -- queued: not before then. sending: whoever was sending it is taken for dead then.
  next_at timestamptz NOT NULL,
  -- Of the last attempt; null while none failed.
  last_error text,
  created_at timestamptz NOT NULL,
  -- Null until it is sent, given up or skipped.
  done_at timestamptz,
  UNIQUE (event_id, channel, target)
);
--> statement-breakpoint
-- The sender's question: what is due?
CREATE INDEX alert_delivery_due ON alert_delivery (next_at) WHERE status IN ('queued', 'sending');
--> statement-breakpoint
-- How many went this way today?
CREATE INDEX alert_delivery_account ON alert_delivery (account_id, channel, created_at);
--> statement-breakpoint

-- How far a market was evaluated, once as it is and once as those see it who see it late; and who does it now.
CREATE TABLE alert_market (
  symbol text NOT NULL,
  delayed boolean NOT NULL,
  -- Null: nobody.
  holder uuid,
  held_until timestamptz NOT NULL,
  -- Null until something was evaluated.
  tape text,
  version integer,
  seq bigint,
  state jsonb,
  PRIMARY KEY (symbol, delayed)
);
--> statement-breakpoint

-- By which push services know this installation: made once.
CREATE TABLE push_identity (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  public_key text NOT NULL,
  -- Sealed with APP_KEY.
  private_key text NOT NULL,
  created_at timestamptz NOT NULL
);
