import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { matchPath, useLocation } from 'react-router'
import { useProductName } from './product-name.ts'
import { ROUTES, type RouteTitle } from './routes.ts'

/** Key of the title that belongs to an address. */
export function titleOf(pathname: string): RouteTitle {
  return ROUTES.find(({ path }) => matchPath(path, pathname))?.title ?? 'notFound'
}

/** After a navigation the document says where one is. */
export function usePageTitle(): void {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const product = useProductName()
  const title = t(`shell.title.${titleOf(pathname)}`)

  useEffect(() => {
    document.title = `${title} - ${product}`
  }, [title, product])
}
