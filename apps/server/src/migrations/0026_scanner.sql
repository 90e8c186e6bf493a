-- Rows of the scanner and saved scans: docs/decisions/scanner.md.

-- One row per followed market, interval and recent bar. Rows older than delayed readers need are deleted, except the newest.
CREATE TABLE scanner_row (
  symbol text NOT NULL,
  interval_ms integer NOT NULL,
  -- Start of the bar, ms.
  t bigint NOT NULL,
  -- The tape, and the position in its log up to which the row reflects it at least: a later revision may change the row.
  tape text NOT NULL,
  seq bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('complete', 'incomplete', 'no_trades')),
  -- As in responses.
  content jsonb NOT NULL,
  -- Whether alerts of delayed owners were evaluated, which happens when delayed readers see the bar.
  delayed_done boolean NOT NULL DEFAULT false,
  stored_at timestamptz NOT NULL,
  -- Serves the newest rows of an interval.
  PRIMARY KEY (interval_ms, symbol, t)
);
--> statement-breakpoint
-- Serves the alerts of delayed owners.
CREATE INDEX scanner_row_delayed ON scanner_row (t) WHERE NOT delayed_done;
--> statement-breakpoint

CREATE TABLE workspace_scan (
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name text NOT NULL,
  version bigint NOT NULL DEFAULT nextval('workspace_version'),
  content jsonb NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, name)
);
