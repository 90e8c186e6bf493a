import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import { BrowserRouter, Route, Routes, useNavigate } from 'react-router'
import { setNavigator } from '../shared/navigation.ts'
import { GuardedPage, NotFoundPage } from './guarded-page.tsx'
import { Layout } from './layout.tsx'
import { ROUTES } from './routes.ts'

/** One lazy component per route, created once: creating it while rendering would remount it. */
const PAGES = ROUTES.map((route) => ({ route, Page: lazy(async () => ({ default: (await route.load()).Page })) }))

/** Registers navigation for the HTTP client and the stores. */
function Navigator() {
  const navigate = useNavigate()
  useEffect(() => {
    setNavigator((to, options) => void navigate(to, options))
    return () => setNavigator(null)
  }, [navigate])
  return null
}

export type RouterFrame = ComponentType<{ readonly children: ReactNode }>

/** `Frame`: the source of the URL; there is no address bar at the build. */
export function Router({ Frame = BrowserRouter }: { readonly Frame?: RouterFrame }) {
  return (
    <Frame>
      <Navigator />
      <Routes>
        <Route element={<Layout />}>
          {PAGES.map(({ route, Page }) => (
            <Route key={route.path} path={route.path} element={<GuardedPage route={route} Page={Page} />} />
          ))}
          <Route
            path="*"
            element={
              <Suspense>
                <NotFoundPage />
              </Suspense>
            }
          />
        </Route>
      </Routes>
    </Frame>
  )
}
