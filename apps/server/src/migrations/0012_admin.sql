-- The back office over a million accounts and three million orders: every list and search has an index it walks along.

-- Search by the beginning of a name or an address, whatever the database's order of texts is.
CREATE INDEX account_username_search ON account (username_key text_pattern_ops);
--> statement-breakpoint
CREATE INDEX account_email_search ON account (email_key text_pattern_ops);
--> statement-breakpoint
-- The inviters among everybody, newest first.
CREATE INDEX account_inviter_list ON account (id) WHERE is_inviter;
--> statement-breakpoint
-- Who registered this week?
CREATE INDEX account_created ON account (created_at);
--> statement-breakpoint
-- What was paid this month?
CREATE INDEX payment_order_reviewed ON payment_order (reviewed_at) INCLUDE (amount) WHERE status = 'passed' AND reversed_at IS NULL;
--> statement-breakpoint
-- Which mails were given up?
CREATE INDEX mail_outbox_dead ON mail_outbox (created_at) WHERE status = 'dead';
--> statement-breakpoint
-- Acts of a kind, and on a kind of thing, newest first.
CREATE INDEX audit_log_action ON audit_log (action, id);
--> statement-breakpoint
CREATE INDEX audit_log_object_type ON audit_log (object_type, id);
--> statement-breakpoint
-- What of an inviter's shares is held back still? All others that wait can be settled.
CREATE INDEX dividend_held ON dividend (inviter_id, available_at) INCLUDE (amount) WHERE status = 'pending';
