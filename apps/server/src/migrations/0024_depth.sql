-- Recorded order books: docs/decisions/order-book.md. Market times are bigint milliseconds since the epoch; prices are ticks of
-- the instrument's version, quantities units of the frame or row.

-- What is stored of the book of a followed market.
ALTER TABLE followed_market ADD COLUMN depth text NOT NULL DEFAULT 'columns' CHECK (depth IN ('off', 'columns', 'levels'));
--> statement-breakpoint

-- One row per recorded market: the end of its depth log. Every commit updates it first, which serialises writers and fences old ones.
CREATE TABLE depth_head (
  instrument_id integer PRIMARY KEY REFERENCES instrument (id),
  -- Number of the last lease; a commit under an older one is refused.
  epoch integer NOT NULL DEFAULT 0,
  mode text NOT NULL CHECK (mode IN ('columns', 'levels')),
  last_seq bigint NOT NULL DEFAULT 0,
  -- Start of the recorded depth; until when the book is known. Null until the first frame.
  first_ts bigint,
  until_ts bigint,
  -- Of the newest frame.
  qty_unit text,
  proof text CHECK (proof IN ('proven', 'connection', 'sampled')),
  -- Start of the open run; null while none is open, and then why the last one ended.
  run_from bigint,
  reason text NOT NULL DEFAULT '',
  -- Row height of the stored columns, ticks. Changes at the start of a UTC day only.
  step integer,
  -- What is folded: minutes of the log into 1s, hours of 1s into 5s, days of 5s into 1m. Null until the first frame.
  closed_1s bigint,
  closed_5s bigint,
  closed_1m bigint
);
--> statement-breakpoint

-- One row per commit, gapless in seq. Kept for readers that resume or are delayed, and until it is folded. Partitions are hours.
CREATE TABLE depth_log (
  instrument_id integer NOT NULL,
  seq bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('start', 'keyframe', 'changes', 'end')),
  -- The book is known until this moment.
  until_ts bigint NOT NULL,
  -- Time of the newest change or of the snapshot; null: nothing changed.
  newest_ts bigint,
  payload bytea NOT NULL,
  -- Serves readFrames: entries from a seq on.
  PRIMARY KEY (instrument_id, seq, until_ts)
) PARTITION BY RANGE (until_ts);
--> statement-breakpoint
-- Serves the folding of a minute, readBook and readHead: the entries of a time, and the newest keyframe before one.
CREATE INDEX depth_log_until ON depth_log (instrument_id, until_ts, seq);
--> statement-breakpoint
-- Packed already: compressing again costs time and saves little.
ALTER TABLE depth_log ALTER COLUMN payload SET STORAGE EXTERNAL;
--> statement-breakpoint

-- Packed depth of a minute (levels, 1s), an hour (5s) or a day (1m). Each tier is dropped by its own partitions.
CREATE TABLE depth_chunk (
  instrument_id integer NOT NULL,
  tier text NOT NULL,
  from_ts bigint NOT NULL,
  to_ts bigint NOT NULL,
  qty_unit text NOT NULL,
  -- Row height, ticks; 1: levels.
  step integer NOT NULL,
  payload bytea NOT NULL,
  -- Serves every read: an instrument's rows of a tier by time.
  PRIMARY KEY (instrument_id, tier, from_ts)
) PARTITION BY LIST (tier);
--> statement-breakpoint
CREATE TABLE depth_chunk_levels PARTITION OF depth_chunk FOR VALUES IN ('levels') PARTITION BY RANGE (from_ts);
--> statement-breakpoint
CREATE TABLE depth_chunk_1s PARTITION OF depth_chunk FOR VALUES IN ('1s') PARTITION BY RANGE (from_ts);
--> statement-breakpoint
CREATE TABLE depth_chunk_5s PARTITION OF depth_chunk FOR VALUES IN ('5s') PARTITION BY RANGE (from_ts);
--> statement-breakpoint
CREATE TABLE depth_chunk_1m PARTITION OF depth_chunk FOR VALUES IN ('1m') PARTITION BY RANGE (from_ts);
--> statement-breakpoint
ALTER TABLE depth_chunk_levels ALTER COLUMN payload SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE depth_chunk_1s ALTER COLUMN payload SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE depth_chunk_5s ALTER COLUMN payload SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE depth_chunk_1m ALTER COLUMN payload SET STORAGE EXTERNAL;
