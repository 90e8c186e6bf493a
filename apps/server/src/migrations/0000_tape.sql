-- The tape: every trade of every market, and the footprints made of them. Hand-written, since drizzle-kit cannot write
-- PARTITION BY. Market times are bigint milliseconds since the epoch; prices are ticks, quantities lots, of the
-- instrument's version. Partitioned tables are keyed by instrument first, so that a distributed PostgreSQL can shard them.

CREATE TABLE instrument (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Serves findInstrument, and keeps two writers from making the same market twice.
  symbol text NOT NULL UNIQUE,
  exchange text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('spot', 'perpetual', 'future', 'simulated')),
  label text NOT NULL,
  tick_size text NOT NULL,
  lot_size text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  tape uuid NOT NULL DEFAULT gen_random_uuid(),
  side text NOT NULL CHECK (side IN ('given', 'estimated')),
  qty_unit text NOT NULL CHECK (qty_unit IN ('base', 'contract')),
  ids text NOT NULL CHECK (ids IN ('fills', 'contiguous', 'sparse', 'none')),
  live boolean NOT NULL,
  simulated boolean NOT NULL,
  -- Greatest step of the menu's ladder, in ticks. Null until the first data tells how far a day moves.
  max_step integer,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint

-- One row per instrument: the end of its log. Every commit locks it first, which serialises writers and fences old ones.
CREATE TABLE tape_head (
  instrument_id integer PRIMARY KEY REFERENCES instrument (id),
  -- Number of the last lease; a commit under an older one is refused.
  epoch integer NOT NULL DEFAULT 0,
  last_seq bigint NOT NULL DEFAULT 0,
  -- Grows with every commit that writes rows: gives parts their number and blocks their revision, never reused.
  row_version bigint NOT NULL DEFAULT 0,
  -- Commits that changed the past; bars carry it as their revision, so that a rebuilt bar is always greater.
  revisions integer NOT NULL DEFAULT 1,
  -- First id after the print with the greatest one (its id + fills): what follows is new without looking. Null while the
  -- tape is empty, and where ids are texts.
  next_id bigint,
  -- ts of the first and last print. Null while the tape is empty.
  first_ts bigint,
  last_ts bigint,
  -- The market's clock. Null = infinity: no live feed has written yet.
  watermark bigint,
  -- Minutes before it are folded into bars. Null = infinity, with the watermark.
  closed_until bigint,
  -- Start of the unbroken run of live prints, which covers the time from here to the watermark. Null while none runs.
  live_from bigint
);
--> statement-breakpoint

-- One row per commit of prints or revision: [first_seq, last_seq], gapless. Kept as long as streams may resume.
CREATE TABLE tape_log (
  instrument_id integer NOT NULL REFERENCES instrument (id),
  epoch integer NOT NULL,
  first_seq bigint NOT NULL,
  last_seq bigint NOT NULL CHECK (last_seq >= first_seq),
  kind text NOT NULL CHECK (kind IN ('trades', 'revision')),
  reason text NOT NULL,
  -- trades: ts of the oldest and newest print. revision: whole minutes, to_ts exclusive.
  from_ts bigint NOT NULL,
  to_ts bigint NOT NULL,
  newest_ts bigint NOT NULL,
  -- The watermark the frame carried; null for revisions, which carry none.
  watermark bigint,
  committed_at timestamptz NOT NULL DEFAULT now(),
  -- A fenced writer that still believes in its seq fails here, should it ever get past the head.
  PRIMARY KEY (instrument_id, epoch, first_seq)
);
--> statement-breakpoint
-- Serves readLog: entries from a seq on.
CREATE UNIQUE INDEX tape_log_seq ON tape_log (instrument_id, last_seq);
--> statement-breakpoint
-- Serves releasedSeq: the first entry that a delayed reader may not see yet.
CREATE INDEX tape_log_newest ON tape_log (instrument_id, newest_ts) INCLUDE (first_seq);
--> statement-breakpoint

-- Packed trades. One row per commit and hour while the minute is open, one per minute while the hour is open, then one
-- per hour. Rows of an hour may overlap in time; together they are sorted by the reader.
CREATE TABLE tape_chunk (
  instrument_id integer NOT NULL,
  hour_ts bigint NOT NULL,
  part bigint NOT NULL,
  from_ts bigint NOT NULL,
  to_ts bigint NOT NULL,
  -- Least id, and greatest id with its fills: tell the holes between hours without unpacking them. Null where ids are no numbers.
  first_id text,
  last_id text,
  trades integer NOT NULL,
  payload bytea NOT NULL,
  -- Serves every read: an instrument's rows by hour.
  PRIMARY KEY (instrument_id, hour_ts, part)
) PARTITION BY RANGE (hour_ts);
--> statement-breakpoint
-- Packed already: compressing again costs time and saves nothing.
ALTER TABLE tape_chunk ALTER COLUMN payload SET STORAGE EXTERNAL;
--> statement-breakpoint

-- Packed footprint bars: tier 1m (a block is an hour), 1h (a block is a day), 1d (a block is a month). Bars of an open
-- block stand alone until it closes; a block of very many cells stays in several rows. Bars lie in exactly one row.
CREATE TABLE footprint_block (
  instrument_id integer NOT NULL,
  tier text NOT NULL,
  -- Row height of its cells in ticks.
  step integer NOT NULL,
  block_ts bigint NOT NULL,
  -- Number within the block of the first bar of the row.
  part integer NOT NULL,
  -- t of the first and the last bar.
  from_ts bigint NOT NULL,
  to_ts bigint NOT NULL,
  -- The head's row_version at the commit that wrote it: caches of unpacked rows are keyed by it.
  revision bigint NOT NULL,
  bars integer NOT NULL,
  cells integer NOT NULL,
  -- ask - bid of the row's bars, lots: CVD before a bar is a sum over rows, without their payload.
  delta bigint NOT NULL,
  payload bytea NOT NULL,
  -- Serves every read: an instrument's rows of a tier and step by time.
  PRIMARY KEY (instrument_id, tier, step, block_ts, part)
) PARTITION BY RANGE (block_ts);
--> statement-breakpoint
ALTER TABLE footprint_block ALTER COLUMN payload SET STORAGE EXTERNAL;
--> statement-breakpoint

-- What the tape speaks for: ranges [from_ts, to_ts) with state 'covered', and holes between the prints at from_ts and
-- to_ts with state open, repairing or lost. States of bars are derived from it when they are read (INDICATORS 11).
CREATE TABLE coverage (
  instrument_id integer NOT NULL REFERENCES instrument (id),
  from_ts bigint NOT NULL,
  to_ts bigint NOT NULL CHECK (to_ts >= from_ts),
  -- Holes: the ids on both sides. Null for covered ranges, and where ids are no numbers.
  from_id text,
  to_id text,
  state text NOT NULL CHECK (state IN ('covered', 'open', 'repairing', 'lost')),
  proof text NOT NULL CHECK (proof IN ('ids', 'volume', 'connection', 'none')),
  -- Prints missing in a hole. Null for covered ranges, and where ids cannot tell.
  missing bigint
);
--> statement-breakpoint
-- Serves every read of history: the ranges and holes of an instrument by time.
CREATE INDEX coverage_time ON coverage (instrument_id, from_ts);
--> statement-breakpoint

-- Recommended row height per cycle (INDICATORS 10), served unchanged until the next UTC day.
CREATE TABLE recommended_precision (
  instrument_id integer NOT NULL REFERENCES instrument (id),
  cycle text NOT NULL,
  step integer NOT NULL,
  computed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (instrument_id, cycle)
);
