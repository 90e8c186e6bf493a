import { lazy, Suspense, useEffect } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'
import { setNavigator } from '../shared/navigation.ts'
import { GuardedPage, NotFoundPage } from './guarded-page.tsx'
import { Layout } from './layout.tsx'
import { ROUTES } from './routes.ts'
import { START } from './start.ts'

/** One lazy component per route, made once: a component made while rendering would be another one each time. */
const PAGES = ROUTES.map((route) => ({ route, Page: lazy(async () => ({ default: (await route.load()).Page })) }))

/** `/` has no page of its own yet; what stood in the address goes along. */
function ToStart() {
  const { search } = useLocation()
  return <Navigate to={START + search} replace />
}

/** Lets the client of the calls and the stores lead to another page. */
function Navigator() {
  const navigate = useNavigate()
  useEffect(() => {
    setNavigator((to, options) => void navigate(to, options))
    return () => setNavigator(null)
  }, [navigate])
  return null
}

export function Router() {
  return (
    <BrowserRouter>
      <Navigator />
      <Routes>
        <Route element={<Layout />}>
          <Route path="/" element={<ToStart />} />
          {PAGES.map(({ route, Page }) => (
            <Route key={route.path} path={route.path} element={<GuardedPage route={route} Page={Page} />} />
          ))}
          <Route path="*" element={<Suspense><NotFoundPage /></Suspense>} />
        </Route>
      </Routes>
    </BrowserRouter>
  )
}
