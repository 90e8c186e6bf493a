-- Leases of markets are advisory locks (platform/lease); holder remains as their fencing token.
ALTER TABLE alert_market DROP COLUMN held_until;
