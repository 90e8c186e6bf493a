-- Markets whose tick or lot changes: the tape is copied in the new units beside the stored one, then takes its place.

-- current: the market as everybody knows it. next: a copy in other units that is being made. former: what it replaced,
-- read by whoever began before, and deleted soon after.
ALTER TABLE instrument ADD COLUMN state text NOT NULL DEFAULT 'current' CHECK (state IN ('current', 'next', 'former'));
--> statement-breakpoint
-- When it came to be in its state: tells which former and abandoned ones may be deleted.
ALTER TABLE instrument ADD COLUMN state_at timestamptz NOT NULL DEFAULT now();
--> statement-breakpoint
-- Seq with which the version began: whoever comes from before it must load anew.
ALTER TABLE instrument ADD COLUMN since_seq bigint NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE instrument DROP CONSTRAINT instrument_symbol_key;
--> statement-breakpoint
-- Serves findInstrument, and keeps two writers from making the same market twice.
CREATE UNIQUE INDEX instrument_current ON instrument (symbol) WHERE state = 'current';
--> statement-breakpoint
-- Two processes that copy the same market work on one copy.
CREATE UNIQUE INDEX instrument_next ON instrument (symbol) WHERE state = 'next';
--> statement-breakpoint
-- Nothing is written under a head whose market another one carries on.
ALTER TABLE tape_head ADD COLUMN is_former boolean NOT NULL DEFAULT false;
