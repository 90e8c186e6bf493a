-- Workspaces of the page: charts and panels in a grid (docs/decisions/workspaces.md).
CREATE TABLE saved_workspace (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- Of the last change, also of a rename; from the sequence of all account data.
  version bigint NOT NULL DEFAULT nextval('workspace_version'),
  document jsonb NOT NULL,
  saved_at timestamptz NOT NULL,
  UNIQUE (account_id, name)
);
--> statement-breakpoint
-- Documents that a save has replaced, with the version and time they had.
CREATE TABLE saved_workspace_version (
  workspace_id bigint NOT NULL REFERENCES saved_workspace (id) ON DELETE CASCADE,
  version bigint NOT NULL,
  document jsonb NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, version)
);
