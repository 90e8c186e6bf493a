import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useProductName } from '../shared/site-settings.ts'
import { useUser, type User } from '../shared/session/user.ts'
import { isThereFor } from './guard.ts'
import { routeAt, ROUTES, type AppRoute, type RouteTitle } from './routes.ts'

/** Key of the title that belongs to an address. A page of a role is none for those who are known not to have it. */
export function titleOf(pathname: string, user: User | null, routes: readonly AppRoute[] = ROUTES): RouteTitle {
  const route = routeAt(pathname, routes)
  return route !== undefined && (user === null || isThereFor(route, user)) ? route.title : 'notFound'
}

/** After a navigation the document says where one is. */
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
