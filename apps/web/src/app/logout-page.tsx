import { useLocation, useNavigate } from 'react-router'
import { LogoutConfirm } from './logout-confirm.tsx'
import { START } from './start.ts'

/** /logout is the question itself; No leads back to where one came from. */
export function Page() {
  const navigate = useNavigate()
  // The first page of a visit has no other of ours before it.
  const isFirst = useLocation().key === 'default'
  const stay = () => void (isFirst ? navigate(START, { replace: true }) : navigate(-1))
  return <LogoutConfirm onCancel={stay} />
}
