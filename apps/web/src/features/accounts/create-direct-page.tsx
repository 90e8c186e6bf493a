import { Navigate } from 'react-router'

/** /create redirects to /create/direct: registration without an invitation. */
export function Page() {
  return <Navigate to="/create/direct" replace />
}
