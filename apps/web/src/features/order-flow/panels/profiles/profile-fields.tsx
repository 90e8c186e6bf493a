import { useTranslation } from 'react-i18next'
import { useChartScope } from '../../model/chart-scope.ts'
import { failureText } from '../../../../shared/http/failures.ts'
import { Input, inputClass } from '../../../../shared/ui/input.tsx'
import { Button } from '../../../../shared/ui/button.tsx'
import { Icon } from '../../../../shared/ui/icons.tsx'
import { takeTool, useDrawings } from '../../drawings/drawing-store.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { ChoiceField, FlagField, NumberField } from '../../ui/settings-section.tsx'
import {
  MAX_SESSIONS,
  minutesOf,
  PROFILE_LOOKS,
  PROFILE_WIDTHS,
  reachesNextDay,
  SESSION_HOURS,
  useProfilePreferences,
} from './profile-preferences.ts'
import { useProfiles } from './profile-store.ts'
import styles from './profiles.module.css'

/** Profile settings: which ones, of which hours, and their style. `onDraw`: starts drawing a range on the chart. */
export function ProfileFields({ onDraw }: { onDraw?: () => void }) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const { change, ...preferences } = useProfilePreferences()
  const failure = useProfiles((state) => state.failure)
  const drawing = useDrawings((state) => state.tool === 'profile')
  const { zoneName } = useTimeFormat()

  const draw = () => {
    takeTool(scope, drawing ? null : 'profile')
    onDraw?.()
  }
  return (
    <>
      <FlagField
        label={t('profiles.session')}
        value={preferences.session}
        onChange={(session) => change({ session })}
      />
      {preferences.session && (
        <div className={styles.part}>
          <label className="flex items-center justify-between gap-2 text-muted text-s">
            <span>{t('profiles.hours')}</span>
            <select
              className={`${inputClass('small')} min-w-0 max-w-[190px]`}
              value={preferences.hours}
              onChange={({ target }) => change({ hours: SESSION_HOURS.find((one) => one === target.value) ?? 'day' })}
            >
              {SESSION_HOURS.map((hours) => (
                <option key={hours} value={hours}>
                  {t(`profiles.of.${hours}`)}
                </option>
              ))}
            </select>
          </label>
          {preferences.hours === 'own' && (
            <div
              className="flex items-center gap-2 text-muted text-s justify-end"
              role="group"
              aria-label={t('profiles.own', { zone: zoneName })}
            >
              <span>{zoneName}</span>
              <TimeField
                label={t('profiles.from')}
                value={preferences.ownFrom}
                onChange={(ownFrom) => change({ ownFrom })}
              />
              <span>–</span>
              <TimeField label={t('profiles.to')} value={preferences.ownTo} onChange={(ownTo) => change({ ownTo })} />
            </div>
          )}
          {preferences.hours === 'own' && reachesNextDay(preferences) && (
            <p className="text-faint text-s leading-4.25">{t('profiles.nextDay')}</p>
          )}
          <NumberField
            label={t('profiles.sessions')}
            value={String(preferences.sessions)}
            min="1"
            max={String(MAX_SESSIONS)}
            onChange={(text) => {
              const sessions = /^\d{1,2}$/.test(text) ? Number(text) : 0
              if (sessions < 1 || sessions > MAX_SESSIONS) return false
              change({ sessions })
              return true
            }}
          />
          <FlagField label={t('profiles.naked')} value={preferences.naked} onChange={(naked) => change({ naked })} />
        </div>
      )}
      <FlagField
        label={t('profiles.visible')}
        value={preferences.visible}
        onChange={(visible) => change({ visible })}
      />
      <div className="flex flex-col items-start gap-1.5">
        <Button variant="outlined" aria-pressed={drawing} onClick={draw}>
          <Icon name="profile" size={14} />
          {t('profiles.draw')}
        </Button>
        <p className="text-faint text-s leading-4.25">{t(drawing ? 'profiles.drawing' : 'profiles.drawHint')}</p>
      </div>
      <ChoiceField
        label={t('profiles.look')}
        value={preferences.look}
        onChange={(look) => change({ look })}
        options={PROFILE_LOOKS.map((value) => ({ value, label: t(`profiles.looks.${value}`) }))}
      />
      <ChoiceField
        label={t('profiles.width')}
        value={preferences.width}
        onChange={(width) => change({ width })}
        options={PROFILE_WIDTHS.map((value) => ({ value, label: t(`profiles.widths.${value}`) }))}
      />
      <FlagField label={t('profiles.area')} value={preferences.area} onChange={(area) => change({ area })} />
      <FlagField label={t('profiles.lines')} value={preferences.lines} onChange={(lines) => change({ lines })} />
      {failure !== null && (
        <p className="text-warning text-s" role="alert">
          {t('profiles.failed', { reason: failureText(t, failure) })}
        </p>
      )}
    </>
  )
}

interface TimeFieldProps {
  readonly label: string
  /** "HH:MM" */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A time of day; an incomplete time is not applied. */
function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <Input
      size="small"
      type="time"
      aria-label={label}
      value={value}
      required
      onChange={({ target }) => {
        if (minutesOf(target.value) !== null) onChange(target.value)
      }}
    />
  )
}

/** Content of the toolbar button's panel. */
export function ProfilePanel({ close }: { close: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2.5 w-[272px] px-3.5 pt-3 pb-3.5 text-m max-phone:w-full">
      <h2 className="text-m font-semibold">{t('profiles.name')}</h2>
      <ProfileFields onDraw={close} />
    </div>
  )
}
