import { ALERT_CHANNELS, ALERT_SOUNDS, type AlertSound } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../shared/ui/button.tsx'
import { useAlertChannels } from '../alert-calls.ts'
import { playSound } from '../sound.ts'
import type { AlertDraft } from './draft.ts'
import { Checks, SelectField } from './parts.tsx'

interface ChannelFieldsProps {
  readonly draft: AlertDraft
  readonly change: (part: Partial<AlertDraft>) => void
  readonly onSetUp: () => void
}

/** Notification channels. */
export function ChannelFields({ draft, change, onSetUp }: ChannelFieldsProps) {
  const { t } = useTranslation()
  const { data: ways } = useAlertChannels()
  const missing = { page: false, mail: false, push: ways?.pushes.length === 0, webhook: ways?.webhook === null }
  return (
    <>
      <Checks
        label={t('alerts.form.channels')}
        values={draft.channels}
        onChange={(channels) => change({ channels })}
        options={ALERT_CHANNELS.map((value) => ({
          value,
          label: t(`alerts.form.channel.${value}`),
          hint: missing[value] ? t('alerts.form.notSetUp') : undefined,
        }))}
      />
      <div className="flex -mt-1">
        <Button variant="outlined" onClick={onSetUp}>
          {t('alerts.form.setUp')}
        </Button>
      </div>
      {draft.channels.includes('page') && (
        <div className="flex gap-2 items-end max-w-[260px]">
          <SelectField
            label={t('alerts.form.sound')}
            value={draft.sound}
            onChange={(sound) => change({ sound: sound as AlertSound })}
            options={ALERT_SOUNDS.map((value) => ({ value, label: t(`alerts.form.sounds.${value}`) }))}
          />
          <Button variant="outlined" disabled={draft.sound === 'none'} onClick={() => playSound(draft.sound, true)}>
            {t('alerts.form.play')}
          </Button>
        </div>
      )}
    </>
  )
}
