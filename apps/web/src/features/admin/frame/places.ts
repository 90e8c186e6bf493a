/** The pages of the back office in the order of their menu. */
export const PLACES = ['overview', 'dividend', 'order', 'user', 'content', 'settings', 'audit', 'feeds'] as const
export type Place = (typeof PLACES)[number]

export const pathOf = (place: Place): string => `/manager/${place}`

/** The place an address belongs to: a detail belongs to its list. */
export function placeAt(pathname: string): Place | undefined {
  return PLACES.find((place) => pathname === pathOf(place) || pathname.startsWith(`${pathOf(place)}-`))
}
