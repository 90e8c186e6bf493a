import { useTranslation } from 'react-i18next'
import { localZoneName } from '../../../../shared/format/chart-time.ts'
import { Menu } from '../../../../shared/ui/menu.tsx'
import { useTimeZone } from '../../model/time-zone.ts'

/** The time zones to choose from. */
export function ZoneChoice({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const { zone, choose } = useTimeZone()
  const local = localZoneName()
  return (
    <Menu
      label={t('status.timeZone')}
      items={(['local', 'utc'] as const).map((choice) => ({
        key: choice,
        label: choice === 'local' ? t('status.localTime', { zone: local }) : t('status.utc'),
        checked: choice === zone,
        onSelect: () => {
          choose(choice)
          close()
        },
      }))}
    />
  )
}
