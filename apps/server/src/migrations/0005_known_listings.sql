-- What exchanges listed of the markets that are followed: a program that starts while an exchange's REST does not answer
-- follows its stream all the same.
CREATE TABLE known_listing (
  symbol text PRIMARY KEY,
  venue text NOT NULL,
  listing jsonb NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
