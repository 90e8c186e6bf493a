-- Rows whose delta leaves what delta can say as a safe integer (docs/decisions/wide-quantities.md): the delta of a row is
-- delta + delta_wide * 10^8. Sums over rows are sums over both columns.
ALTER TABLE footprint_block ADD COLUMN delta_wide bigint NOT NULL DEFAULT 0;
