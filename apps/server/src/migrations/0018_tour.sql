-- Accounts that finished or skipped the tour of the chart: it appears once per account, on whichever device.
CREATE TABLE workspace_tour (
  account_id bigint PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  seen_at timestamptz NOT NULL
);
