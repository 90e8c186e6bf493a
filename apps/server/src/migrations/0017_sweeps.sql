-- Packed sweeps of the row's trades (docs/decisions/tape-storage.md): big trades of older hours are read without the trades.
-- Null in rows of open hours, and in rows from before this column until big trades of their hour are read.
ALTER TABLE tape_chunk ADD COLUMN sweeps bytea;
--> statement-breakpoint
ALTER TABLE tape_chunk ALTER COLUMN sweeps SET STORAGE EXTERNAL;
