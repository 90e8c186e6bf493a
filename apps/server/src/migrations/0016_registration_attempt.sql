-- The password of the newest registration with the address of an activated account, hashed like the account's own: a login with
-- it is answered as one to a new account, so that registering and logging in does not tell whether the address has an account.
ALTER TABLE account ADD COLUMN attempt_hash text;
--> statement-breakpoint
ALTER TABLE account ADD COLUMN attempted_at timestamptz;
