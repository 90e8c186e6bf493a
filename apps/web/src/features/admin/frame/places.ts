/** Back-office pages in menu order. */
export const PLACES = ['overview', 'dividend', 'order', 'user', 'content', 'settings', 'audit', 'feeds'] as const
export type Place = (typeof PLACES)[number]

export const pathOf = (place: Place): string => `/manager/${place}`

/** The menu entry of a path: details belong to their list. */
export function placeAt(pathname: string): Place | undefined {
  return PLACES.find((place) => pathname === pathOf(place) || pathname.startsWith(`${pathOf(place)}-`))
}
