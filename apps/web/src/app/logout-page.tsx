import { useLocation, useNavigate } from 'react-router'
import { LogoutConfirm } from './logout-confirm.tsx'
import { START } from '../shared/navigation.ts'

/** /logout shows the confirmation; No returns to the previous page. */
export function Page() {
  const navigate = useNavigate()
  // On the first page of a visit there is no previous page of this site.
  const isFirst = useLocation().key === 'default'
  const stay = () => void (isFirst ? navigate(START, { replace: true }) : navigate(-1))
  return <LogoutConfirm onCancel={stay} />
}
