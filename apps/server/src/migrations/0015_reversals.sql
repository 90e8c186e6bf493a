-- A reversal takes back the days of its order that lie ahead, or all of them, which is what every earlier one did.
ALTER TABLE membership_event ADD COLUMN only_ahead boolean NOT NULL DEFAULT false CHECK (NOT only_ahead OR kind = 'reversal');
--> statement-breakpoint
ALTER TABLE membership_event DROP CONSTRAINT membership_event_stretch_check;
--> statement-breakpoint
-- A reversal of days that have passed changes nothing.
ALTER TABLE membership_event
  ADD CONSTRAINT membership_event_stretch_check CHECK (CASE WHEN kind = 'reversal' THEN to_time <= from_time ELSE to_time > from_time END);
