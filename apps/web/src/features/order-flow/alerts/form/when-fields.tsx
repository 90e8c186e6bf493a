import type { AlertRepeat, Menus } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { useTimeFormat } from '../../model/time-zone.ts'
import type { AlertDraft, Expiry } from './draft.ts'
import { isFreeKind } from '../alert-text.ts'
import styles from './alert-dialog.module.css'
import { SelectField, TextField } from './parts.tsx'
import { CycleField } from './rule-fields.tsx'

const COOLDOWNS = [0, 60, 300, 900, 3600, 14_400, 86_400] as const

interface WhenFieldsProps {
  readonly draft: AlertDraft
  readonly change: (part: Partial<AlertDraft>) => void
  readonly menus: Menus
  readonly fault: string | null
}

/** Frequency and expiry. */
export function WhenFields({ draft, change, menus, fault }: WhenFieldsProps) {
  const { t } = useTranslation()
  const { zoneName } = useTimeFormat()
  const { kind, repeat, cooldown, expiry } = draft
  const isFree = isFreeKind(kind)
  const cooldowns = COOLDOWNS.map((seconds) => ({
    value: String(seconds),
    label: t(`alerts.form.cooldowns.${seconds}`),
  }))
  if (!COOLDOWNS.some((seconds) => seconds === cooldown))
    cooldowns.push({ value: String(cooldown), label: t('alerts.form.seconds', { count: cooldown }) })
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label={t('alerts.form.repeat')}
          value={repeat}
          onChange={(value) => change({ repeat: value as AlertRepeat })}
          options={(['once', 'bar', 'event'] as const).map((value) => ({
            value,
            label: t(`alerts.form.repeats.${value}`),
          }))}
        />
        <SelectField
          label={t('alerts.form.expiry')}
          value={expiry}
          onChange={(value) => change({ expiry: value as Expiry })}
          options={(['never', 'day', 'week', 'month', 'own'] as const).map((value) => ({
            value,
            label: t(`alerts.form.expiries.${value}`),
          }))}
        />
      </div>
      {(repeat !== 'once' || expiry === 'own') && (
        <div className={styles.pair}>
          {repeat !== 'once' && (
            <SelectField
              label={t('alerts.form.cooldown')}
              value={String(cooldown)}
              options={cooldowns}
              onChange={(value) => change({ cooldown: Number(value) })}
            />
          )}
          {expiry === 'own' && (
            <TextField
              label={t('alerts.form.expiresAt', { zone: zoneName })}
              type="datetime-local"
              value={draft.expiresAt}
              fault={fault}
              onChange={(expiresAt) => change({ expiresAt })}
            />
          )}
        </div>
      )}
      {isFree && repeat === 'bar' && <CycleField draft={draft} change={change} menus={menus} />}
    </>
  )
}
