-- Liquidations, open interest, funding and mark prices of perpetuals: docs/decisions/derivatives.md. Market times are bigint
-- milliseconds since the epoch; prices are ticks, quantities lots, of the instrument's version.

-- One row per recorded market. Every commit updates it first, which serialises writers and fences old ones.
CREATE TABLE derivatives_head (
  instrument_id integer PRIMARY KEY REFERENCES instrument (id),
  -- Number of the last lease; a commit under an older one is refused.
  epoch integer NOT NULL DEFAULT 0,
  -- Number of commits: shows whether one whose answer was lost is stored.
  commits bigint NOT NULL DEFAULT 0,
  -- Of the newest liquidation; gapless.
  last_seq bigint NOT NULL DEFAULT 0,
  -- Start of what is recorded and kept; null until the first commit.
  first_ts bigint,
  -- The newest coverage; null until the first.
  cover_from bigint,
  until_ts bigint,
  is_complete boolean
);
--> statement-breakpoint

-- One row per liquidation. Partitions are months.
CREATE TABLE liquidation (
  instrument_id integer NOT NULL,
  ts bigint NOT NULL,
  seq bigint NOT NULL,
  -- The closed position: long by a sell, short by a buy.
  is_long boolean NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  lots bigint NOT NULL CHECK (lots > 0),
  -- Serves reads of a time.
  PRIMARY KEY (instrument_id, ts, seq)
) PARTITION BY RANGE (ts);
--> statement-breakpoint
-- Serves readSince: the rows that a live reader missed.
CREATE INDEX liquidation_seq ON liquidation (instrument_id, seq);
--> statement-breakpoint

-- One row per uninterrupted time in which liquidations were received: [from_ts, to_ts).
CREATE TABLE liquidation_coverage (
  instrument_id integer NOT NULL,
  from_ts bigint NOT NULL,
  to_ts bigint NOT NULL,
  -- False: the venue publishes at most one liquidation per second.
  is_complete boolean NOT NULL,
  PRIMARY KEY (instrument_id, from_ts),
  CHECK (from_ts < to_ts)
);
--> statement-breakpoint

-- The last values of each minute, exact; null: not published, or not received. Partitions are months.
CREATE TABLE market_stat (
  instrument_id integer NOT NULL,
  minute_ts bigint NOT NULL,
  open_interest numeric,
  funding_rate numeric,
  next_funding_ts bigint,
  mark_price numeric,
  index_price numeric,
  PRIMARY KEY (instrument_id, minute_ts)
) PARTITION BY RANGE (minute_ts);
