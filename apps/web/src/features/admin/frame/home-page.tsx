import { Navigate } from 'react-router'
import { pathOf } from './places.ts'

/** /manager has no page of its own (specification section 2). */
export function Page() {
  return <Navigate to={pathOf('dividend')} replace />
}
