import type { Messages } from '@flowprint/messages'
import type { ComponentType } from 'react'

/** Key of a route's title in the catalogue. */
export type RouteTitle = keyof Messages['shell']['title']

export interface AppRoute {
  readonly path: string
  readonly title: RouteTitle
  /** The specification's table: whether the page belongs to somebody who is logged in. */
  readonly auth: boolean
  /** Each page is a chunk of its own. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>
}

/** Every page that exists. A route joins this table together with its screen, so nothing points nowhere. */
export const ROUTES: readonly AppRoute[] = [
  { path: '/order', title: 'order', auth: true, load: () => import('../features/order-flow/order-page.tsx') },
]

/** Where `/` leads until there is a home page. */
export const START = '/order'

/** Starts to fetch the code of the page at an address, before anything is drawn. */
export function preloadPage(pathname: string): void {
  const wanted = pathname === '/' ? START : pathname
  void ROUTES.find(({ path }) => path === wanted)?.load().catch(() => undefined)
}
