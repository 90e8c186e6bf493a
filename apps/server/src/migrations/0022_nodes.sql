-- Running processes of this installation. A process holds an advisory lock on its id while it runs (platform/nodes): a row without a
-- lock belongs to a process that has ended.
CREATE TABLE "node" (
  "id" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Host and process id, for people.
  "name" text NOT NULL,
  "roles" text[] NOT NULL,
  "version" text NOT NULL,
  -- Whether it is connected to the others through NATS.
  "uses_nats" boolean NOT NULL,
  "started_at" timestamptz NOT NULL DEFAULT now()
);
