import { lazy, Suspense, type ComponentType } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router'
import { Layout } from './layout.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { ROUTES, START } from './routes.ts'

/** One lazy component per route, made once: a component made while rendering would be another one each time. */
const PAGES: readonly { readonly path: string; readonly Page: ComponentType }[] = ROUTES.map(({ path, load }) => ({
  path,
  Page: lazy(async () => ({ default: (await load()).Page })),
}))

/** `/` has no page of its own yet; what stood in the address goes along. */
function ToStart() {
  const { search } = useLocation()
  return <Navigate to={START + search} replace />
}

export function Router() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<Layout />}>
          <Route path="/" element={<ToStart />} />
          {PAGES.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Suspense fallback={null}><Page /></Suspense>} />
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </BrowserRouter>
  )
}
