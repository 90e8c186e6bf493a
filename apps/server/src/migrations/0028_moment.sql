-- Moments: links to a market as of a trade (docs/decisions/moments.md).
CREATE TABLE moment (
  -- In the link; cannot be guessed.
  id text PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  -- SHA-256 of the content: saving it again gives the same link.
  content_hash bytea NOT NULL,
  content jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (account_id, content_hash)
);
--> statement-breakpoint
-- Serves the list of an account, newest first.
CREATE INDEX moment_account ON moment (account_id, created_at DESC, id);
