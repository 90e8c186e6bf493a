-- Texts of the site as administrators write them, and their pictures. What came with the program lies beside the program.

CREATE TABLE content_version (
  key text NOT NULL CHECK (key ~ '^[a-z0-9-]{1,64}$'),
  language text NOT NULL CHECK (language IN ('zh', 'en')),
  -- 1, 2, …: of saves made on the same version one finds the place taken.
  version integer NOT NULL CHECK (version > 0),
  kind text NOT NULL CHECK (kind IN ('page', 'media')),
  title text NOT NULL,
  summary text NOT NULL,
  -- Null: none.
  picture text,
  markdown text NOT NULL,
  -- What visitors see follows from the newest act that is no draft.
  act text NOT NULL CHECK (act IN ('draft', 'publish', 'withdraw')),
  at timestamptz NOT NULL,
  actor_id bigint NOT NULL,
  -- Also the order of every question: the newest of a key, and its history.
  PRIMARY KEY (key, language, version)
);
--> statement-breakpoint
CREATE TRIGGER content_version_rows BEFORE UPDATE OR DELETE ON content_version FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER content_version_table BEFORE TRUNCATE ON content_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- By what it holds: the same picture twice is one row, and an address never shows another picture.
CREATE TABLE content_picture (
  sha256 bytea PRIMARY KEY CHECK (length(sha256) = 32),
  kind text NOT NULL CHECK (kind IN ('png', 'jpg', 'webp')),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  bytes bytea NOT NULL CHECK (length(bytes) <= 2097152),
  at timestamptz NOT NULL,
  actor_id bigint NOT NULL
);
--> statement-breakpoint
-- Pictures are packed already.
ALTER TABLE content_picture ALTER COLUMN bytes SET STORAGE EXTERNAL;
--> statement-breakpoint

INSERT INTO site_setting (key, value, valid_from) VALUES
  -- No address: the page of donations says so.
  ('donation_address', '{"network_type": "TRC20", "address": null}', '-infinity');
