-- A browser that is signed out, here or from another device, is told of no alerts any more.
-- Null: saved before this column was, or its session ran out by itself: whoever only stayed away is still told.
ALTER TABLE alert_push ADD COLUMN session_id bigint REFERENCES session (id) ON DELETE CASCADE;
--> statement-breakpoint
-- The end of a session.
CREATE INDEX alert_push_session ON alert_push (session_id) WHERE session_id IS NOT NULL;
