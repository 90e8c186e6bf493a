-- What administrators are still to be told of: written with the order or the dispute, deleted with the mail that tells of it.
CREATE TABLE review_notice (
  id bigserial PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES payment_order (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('order', 'dispute')),
  created_at timestamptz NOT NULL
);
--> statement-breakpoint
-- When was the last digest?
CREATE INDEX mail_outbox_digest ON mail_outbox (created_at) WHERE template = 'review_digest';
