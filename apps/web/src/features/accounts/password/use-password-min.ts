import { hasRole, useUser } from '../../../shared/session/user.ts'
import { useSiteSettings } from '../../../shared/site-settings.ts'

const USUAL_MIN = 6
/** An administrator's password is longer, whatever the site asks of others. */
const ADMIN_MIN = 12

/** Least characters of a password of whoever is here. */
export function usePasswordMin(): number {
  const min = useSiteSettings().data?.config.password_min ?? USUAL_MIN
  const isAdmin = useUser(({ user }) => hasRole(user, 'admin'))
  return isAdmin ? Math.max(min, ADMIN_MIN) : min
}
