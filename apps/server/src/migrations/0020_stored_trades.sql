-- Stored JSON says trades instead of prints.
UPDATE alert_event SET facts = facts - 'prints' || jsonb_build_object('trades', facts -> 'prints') WHERE facts ? 'prints';
--> statement-breakpoint
UPDATE alert_market SET state = state - 'prints' || jsonb_build_object('trades', state -> 'prints') WHERE state ? 'prints';
--> statement-breakpoint
UPDATE alert_market
SET state = jsonb_set(
  state, '{trades,sweep}',
  (state #> '{trades,sweep}') - 'prints' || jsonb_build_object('trades', state #> '{trades,sweep,prints}')
)
WHERE (state #> '{trades,sweep}') ? 'prints';
