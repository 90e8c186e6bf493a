import { Navigate } from 'react-router'

/** /create has no page of its own: registering without an invitation is /create/direct. */
export function Page() {
  return <Navigate to="/create/direct" replace />
}
