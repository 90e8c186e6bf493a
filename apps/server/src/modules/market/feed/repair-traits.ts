/** How a venue lets its past be asked for; see VenueTraits. */
export interface RepairTraits {
  readonly repair: 'id' | 'time' | 'recent' | 'none'
  /** How far back, ms; null where the venue names no limit. */
  readonly reachMs: number | null
}
