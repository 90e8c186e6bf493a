import type { BusinessSetting } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/button.tsx'
import { momentOf } from '../parts/show.ts'
import own from './settings.module.css'
import { valueText } from './setting-values.ts'

interface SettingItemProps {
  readonly setting: BusinessSetting
  readonly onEdit: () => void
  readonly onHistory: () => void
}

/** A setting: purpose, value, when and by whom it was set. */
export function SettingItem({ setting: { key, value, history }, onEdit, onHistory }: SettingItemProps) {
  const { t } = useTranslation()
  const name = t(`admin.settings.name.${key}`)
  const newest = history.at(0)
  const by = newest?.actor_name ?? t('admin.settings.program')
  return (
    <li className={own.item} data-setting={key}>
      <div>
        <h3 className="text-l font-semibold">{name}</h3>
        <p className="text-muted text-m">{t(`admin.settings.about.${key}`)}</p>
      </div>
      <div>
        <p className="whitespace-pre-line wrap-anywhere">{valueText(t, key, value)}</p>
        <p className="text-muted text-m">
          {newest?.valid_from ? t('admin.settings.since', { time: momentOf(t, newest.valid_from), name: by }) : by}
        </p>
      </div>
      <div className={own.acts}>
        <Button aria-label={t('admin.settings.historyOf', { name })} onClick={onHistory}>
          {t('admin.settings.history')}
        </Button>
        <Button variant="outlined" aria-label={t('admin.settings.editOf', { name })} onClick={onEdit}>
          {t('admin.settings.edit')}
        </Button>
      </div>
    </li>
  )
}
