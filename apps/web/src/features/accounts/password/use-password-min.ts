import { hasRole, useUser } from '../../../shared/session/user.ts'
import { useSiteSettings } from '../../../shared/site-settings.ts'

const USUAL_MIN = 6
/** Administrators need longer passwords, whatever the site's setting. */
const ADMIN_MIN = 12

/** Minimum password length of the current user. */
export function usePasswordMin(): number {
  const min = useSiteSettings().data?.config.password_min ?? USUAL_MIN
  const isAdmin = useUser(({ user }) => hasRole(user, 'admin'))
  return isAdmin ? Math.max(min, ADMIN_MIN) : min
}
