-- A text sealed with the APP_KEY of this installation: a process that cannot open it has another key and does not start.
CREATE TABLE "key_check" (
  -- One row.
  "id" boolean PRIMARY KEY DEFAULT true CHECK ("id"),
  "sealed" text NOT NULL
);
