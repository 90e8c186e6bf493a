/** How a venue's past trades can be requested; see VenueTraits. */
export interface RepairTraits {
  readonly repair: 'id' | 'time' | 'recent' | 'none'
  /** How far back, ms; null when the venue documents no limit. */
  readonly reachMs: number | null
}
