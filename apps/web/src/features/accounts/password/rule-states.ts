import { COMMONEST_PASSWORDS, passwordFaults, type PasswordFaultSlug } from '@flowprint/contract'
import type { OwnWords } from '../field-rules.ts'
import { hasRole, useUser } from '../../../shared/session/user.ts'
import { useSiteSettings } from '../../../shared/site-settings.ts'

/** `asked`: checked by the server's full list. `open`: nothing typed yet. */
type RuleState = 'open' | 'met' | 'unmet' | 'asked'

export const PASSWORD_RULES = ['similar', 'min', 'common', 'numeric'] as const
type PasswordRule = (typeof PASSWORD_RULES)[number]

const BREACH: Readonly<Record<PasswordRule, PasswordFaultSlug>> = {
  common: 'PASSWORD_COMMON',
  similar: 'PASSWORD_SIMILAR',
  min: 'PASSWORD_TOO_SHORT',
  numeric: 'PASSWORD_NUMERIC',
}

/** State of the displayed rules for the input. */
export function ruleStates(
  password: string,
  min: number,
  attributes: OwnWords,
): Readonly<Record<PasswordRule, RuleState>> {
  const broken = passwordFaults(password, { min, attributes, isCommon: (text) => COMMONEST_PASSWORDS.has(text) }).map(
    ({ error }) => error,
  )
  const stateOf = (rule: PasswordRule): RuleState => {
    const breach = BREACH[rule]
    if (password === '') return 'open'
    if (broken.includes(breach)) return 'unmet'
    return rule === 'common' ? 'asked' : 'met'
  }
  return { similar: stateOf('similar'), min: stateOf('min'), common: stateOf('common'), numeric: stateOf('numeric') }
}

const DEFAULT_MIN_LENGTH = 6
/** Administrators need longer passwords, whatever the site's setting. */
const ADMIN_MIN_LENGTH = 12

/** Minimum password length of the current user. */
export function usePasswordMin(): number {
  const min = useSiteSettings().data?.config.password_min ?? DEFAULT_MIN_LENGTH
  const isAdmin = useUser(({ user }) => hasRole(user, 'admin'))
  return isAdmin ? Math.max(min, ADMIN_MIN_LENGTH) : min
}
