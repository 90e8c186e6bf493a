import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useProductName } from '../shared/site-settings.ts'
import { useUser } from '../shared/session/user.ts'
import { isThereFor } from './guard.ts'
import { routeAt } from './routes.ts'

/** After a navigation the document says where one is. */
export function usePageTitle(): void {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const product = useProductName()
  const user = useUser((state) => state.user)
  const route = routeAt(pathname)
  const isThere = route !== undefined && (user === null || isThereFor(route, user))
  const title = t(`shell.title.${isThere ? route.title : 'notFound'}`)

  useEffect(() => {
    document.title = `${title} - ${product}`
  }, [title, product])
}
