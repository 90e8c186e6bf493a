import { createScopedStore } from '../../model/chart-scope.ts'

export const SESSION_HOURS = ['day', 'asia', 'europe', 'us', 'own'] as const
export type SessionHours = (typeof SESSION_HOURS)[number]
export const PROFILE_LOOKS = ['sides', 'delta', 'volume'] as const
export type ProfileLook = (typeof PROFILE_LOOKS)[number]
export const PROFILE_WIDTHS = ['narrow', 'medium', 'wide'] as const
export type ProfileWidth = (typeof PROFILE_WIDTHS)[number]
export const MAX_SESSIONS = 30

/** Visibility and style of the profiles of a chart. */
export interface ProfilePreferences {
  /** One profile per session, and the number of newest sessions shown. */
  readonly session: boolean
  readonly sessions: number
  readonly hours: SessionHours
  /** "HH:MM" in the page's time zone. */
  readonly ownFrom: string
  readonly ownTo: string
  /** One profile of the visible bars. */
  readonly visible: boolean
  readonly look: ProfileLook
  readonly width: ProfileWidth
  /** Highlights rows of the value area. */
  readonly area: boolean
  /** Lines of the point of control and of the value area, with their prices. */
  readonly lines: boolean
  /** Extends a session's point of control until price reaches it. */
  readonly naked: boolean
}

export const USUAL_PROFILES: ProfilePreferences = {
  session: false,
  sessions: 5,
  hours: 'day',
  ownFrom: '09:00',
  ownTo: '17:00',
  visible: false,
  look: 'sides',
  width: 'medium',
  area: true,
  lines: true,
  naked: true,
}

/** Minutes since midnight of "HH:MM", or null. */
export function minutesOf(text: string): number | null {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim())
  return match === null ? null : Number(match[1]) * 60 + Number(match[2])
}

/** Custom hours whose end is not later than their start end on the next day. */
export function reachesNextDay({ ownFrom, ownTo }: Pick<ProfilePreferences, 'ownFrom' | 'ownTo'>): boolean {
  return (minutesOf(ownTo) ?? 0) <= (minutesOf(ownFrom) ?? 0)
}

/** Invalid fields get their default. */
export function readPreferences(stored: {
  readonly [Key in keyof ProfilePreferences]?: unknown
}): ProfilePreferences {
  const flag = (key: 'session' | 'visible' | 'area' | 'lines' | 'naked') =>
    typeof stored[key] === 'boolean' ? stored[key] : USUAL_PROFILES[key]
  const choice = <Value extends string>(values: readonly Value[], given: unknown, usual: Value): Value =>
    values.find((one) => one === given) ?? usual
  const time = (key: 'ownFrom' | 'ownTo') =>
    typeof stored[key] === 'string' && minutesOf(stored[key]) !== null ? stored[key] : USUAL_PROFILES[key]
  const { sessions } = stored
  return {
    session: flag('session'),
    visible: flag('visible'),
    area: flag('area'),
    lines: flag('lines'),
    naked: flag('naked'),
    sessions:
      typeof sessions === 'number' && Number.isInteger(sessions) && sessions >= 1 && sessions <= MAX_SESSIONS
        ? sessions
        : USUAL_PROFILES.sessions,
    hours: choice(SESSION_HOURS, stored.hours, USUAL_PROFILES.hours),
    look: choice(PROFILE_LOOKS, stored.look, USUAL_PROFILES.look),
    width: choice(PROFILE_WIDTHS, stored.width, USUAL_PROFILES.width),
    ownFrom: time('ownFrom'),
    ownTo: time('ownTo'),
  }
}

interface PreferencesState extends ProfilePreferences {
  change(part: Partial<ProfilePreferences>): void
}

export const useProfilePreferences = createScopedStore<PreferencesState>(({ profiles, persist }) => (set, get) => ({
  ...readPreferences(profiles),
  change(part) {
    set(part)
    const { change: _, ...values } = get()
    persist({ profiles: values })
  },
}))
