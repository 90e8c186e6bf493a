-- What somebody keeps of their own: drawings, the watchlist, layouts of the page.

-- One for all: a version never comes twice, also when something is deleted and made anew, so that a save can tell
-- whether what it read is still there.
CREATE SEQUENCE workspace_version AS bigint;
--> statement-breakpoint
CREATE TABLE workspace_drawings (
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  -- As text: a drawing outlives the tape it was drawn on.
  symbol text NOT NULL,
  version bigint NOT NULL DEFAULT nextval('workspace_version'),
  items jsonb NOT NULL,
  -- How many items: the limit of an account is counted without reading them.
  count integer NOT NULL CHECK (count > 0),
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, symbol)
);
--> statement-breakpoint
CREATE TABLE workspace_watchlist (
  account_id bigint PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  version bigint NOT NULL DEFAULT nextval('workspace_version'),
  items jsonb NOT NULL,
  saved_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE workspace_layout (
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name text NOT NULL,
  version bigint NOT NULL DEFAULT nextval('workspace_version'),
  content jsonb NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, name)
);
