-- Accounts, their sessions, the links in mails, who invited whom.

CREATE TABLE account (
  id bigserial PRIMARY KEY,
  username text NOT NULL,
  -- Compatibility forms and case folded by the program: the database's own lower() depends on its locale.
  username_key text NOT NULL UNIQUE,
  -- Null once the account is deleted.
  email text,
  email_key text UNIQUE,
  first_name text NOT NULL,
  last_name text NOT NULL,
  -- Argon2id, PHC form. Null once deleted.
  password_hash text,
  -- Null until chosen: pages follow the system.
  theme text CHECK (theme IN ('light', 'dark')),
  -- Of the last request that set it; mails are written in it.
  language text NOT NULL CHECK (language IN ('zh', 'en')),
  is_admin boolean NOT NULL DEFAULT false,
  is_inviter boolean NOT NULL DEFAULT false,
  -- What an inviter gives to others; null for everybody else.
  invite_code text UNIQUE,
  created_at timestamptz NOT NULL,
  -- Null until the mailbox is proven.
  activated_at timestamptz,
  -- Null unless an administrator disabled it.
  disabled_at timestamptz,
  -- Null unless its owner asked for the end; passed: the daily work does it.
  delete_at timestamptz,
  -- Null unless it is only a number that books refer to.
  deleted_at timestamptz,
  -- Sealed with APP_KEY; null without an authenticator. Counts only once enabled.
  otp_secret text,
  otp_enabled_at timestamptz,
  -- The newest time step a code was taken of: each works once. Null until the first.
  otp_step bigint,
  CHECK ((deleted_at IS NULL) = (email IS NOT NULL)),
  CHECK ((email IS NULL) = (email_key IS NULL)),
  CHECK (otp_enabled_at IS NULL OR otp_secret IS NOT NULL)
);
--> statement-breakpoint
-- The daily work: whose time has come?
CREATE INDEX account_delete_at ON account (delete_at) WHERE delete_at IS NOT NULL AND deleted_at IS NULL;
--> statement-breakpoint
-- The daily work: registered, never activated.
CREATE INDEX account_unproven ON account (created_at) WHERE activated_at IS NULL AND deleted_at IS NULL;
--> statement-breakpoint
-- Is there another administrator?
CREATE INDEX account_admin ON account (id) WHERE is_admin;
--> statement-breakpoint

-- Who registered with an address that has an account holds the username they asked for as long as an unproven account would
-- hold it: otherwise asking for the name again would tell whether the address has an account.
CREATE TABLE held_username (
  username_key text PRIMARY KEY,
  until timestamptz NOT NULL
);
--> statement-breakpoint

CREATE TABLE session (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  -- Written at most once a minute.
  last_seen_at timestamptz NOT NULL,
  -- Whatever happens, it ends then.
  expires_at timestamptz NOT NULL,
  ua text NOT NULL,
  -- Null after 90 days.
  ip_hash bytea,
  -- Null without a step-up; passed: it counts no more.
  step_up_until timestamptz
);
--> statement-breakpoint
-- The sessions of an account: to show, to count, to end.
CREATE INDEX session_account ON session (account_id, last_seen_at);
--> statement-breakpoint

-- What authorises: SHA-256 of 32 random bytes. A session has one that counts, and for a minute those it replaced.
CREATE TABLE session_token (
  hash bytea PRIMARY KEY,
  session_id bigint NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  -- Null: the one that counts. Otherwise it still works until then, for other tabs and calls under way.
  replaced_until timestamptz
);
--> statement-breakpoint
-- Two calls that replace the token at once cannot both leave one that counts.
CREATE UNIQUE INDEX session_token_one ON session_token (session_id) WHERE replaced_until IS NULL;
--> statement-breakpoint
-- Clean-up, and the end of a session.
CREATE INDEX session_token_session ON session_token (session_id);
--> statement-breakpoint

CREATE TABLE account_link (
  id bigserial PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('activate', 'reset', 'email')),
  -- SHA-256 of the 32 random bytes in the link.
  hash bytea NOT NULL UNIQUE,
  -- The link counts only while this is the address of the account ("email": the address it had).
  email_key text NOT NULL,
  -- Only "email": the address to come.
  new_email text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Null until used.
  used_at timestamptz,
  CHECK ((kind = 'email') = (new_email IS NOT NULL))
);
--> statement-breakpoint
-- A new link of a kind replaces the unused one before it.
CREATE UNIQUE INDEX account_link_one ON account_link (account_id, kind) WHERE used_at IS NULL;
--> statement-breakpoint
-- Clean-up.
CREATE INDEX account_link_expires ON account_link (expires_at);
--> statement-breakpoint

-- The code given at registration, for ever. Rewards come with payment.
CREATE TABLE referral (
  invitee_id bigint PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  -- Null: the code belonged to nobody who may invite.
  inviter_id bigint REFERENCES account (id),
  code text NOT NULL,
  registered_at timestamptz NOT NULL,
  CHECK (inviter_id <> invitee_id)
);
--> statement-breakpoint
-- Whom did this inviter bring, and when?
CREATE INDEX referral_inviter ON referral (inviter_id, registered_at);
--> statement-breakpoint

-- Ten at a time, each once, when the authenticator is away. SHA-256: they are random.
CREATE TABLE recovery_code (
  account_id bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  PRIMARY KEY (account_id, hash)
);
