import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useProductName } from '../shared/site-settings.ts'
import { type User, useUser } from '../shared/session/user.ts'
import { isThereFor } from './guard.ts'
import { type AppRoute, routeAt, ROUTES, type RouteTitle } from './routes.ts'

/** Title key of a URL. Role pages have none for users known to lack the role. */
export function titleOf(pathname: string, user: User | null, routes: readonly AppRoute[] = ROUTES): RouteTitle {
  const route = routeAt(pathname, routes)
  return route !== undefined && (user === null || isThereFor(route, user)) ? route.title : 'notFound'
}

/** Updates the document title after navigation. */
export function usePageTitle(): void {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const product = useProductName()
  const user = useUser((state) => state.user)
  const title = t(`shell.title.${titleOf(pathname, user)}`)

  useEffect(() => {
    document.title = `${title} - ${product}`
  }, [title, product])
}
