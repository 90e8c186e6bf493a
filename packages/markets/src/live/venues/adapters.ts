import type { VenueAdapter } from '../adapter.ts'
import type { VenueName } from '../types.ts'

/** The venues that have code of their own: one line each. Any other is read the generic way (docs/exchanges/adding.md). */
const ADAPTERS: readonly VenueAdapter[] = []

/** A venue's code, or null for the generic way. */
export function adapterOf(venue: VenueName): VenueAdapter | null {
  return ADAPTERS.find((adapter) => adapter.venue === venue) ?? null
}
