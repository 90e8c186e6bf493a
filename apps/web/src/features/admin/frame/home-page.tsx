import { Navigate } from 'react-router'
import { pathOf } from './places.ts'

/** /manager redirects to its first page (specification section 2). */
export function Page() {
  return <Navigate to={pathOf('dividend')} replace />
}
