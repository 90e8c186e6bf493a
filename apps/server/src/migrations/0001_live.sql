-- Live markets: which are followed, and how far volumes prove a tape without ids.

-- What was added to or taken from the followed markets while the program ran; it wins over MARKETS.
CREATE TABLE followed_market (
  symbol text PRIMARY KEY,
  enabled boolean NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint

-- Venues without ids: every whole minute of the live run before it was compared with the exchange's own volume (equal, or
-- a hole by time tells). Null while nothing was compared.
ALTER TABLE tape_head ADD COLUMN volume_until bigint;
