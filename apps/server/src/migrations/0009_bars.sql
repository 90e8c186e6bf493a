-- Exact sums of the row's bars in lots and ticks (docs/decisions/vwap.md): lots, price x lots, price x price x lots. The sums of
-- a VWAP before a bar are sums over rows, without their payload. Null in rows that were written before they were kept.
ALTER TABLE footprint_block ADD COLUMN sum_q numeric, ADD COLUMN sum_pq numeric, ADD COLUMN sum_ppq numeric;
