import { useTranslation } from 'react-i18next'
import { Dropdown } from '../../../shared/ui/dropdown.tsx'
import { Menu } from '../../../shared/ui/menu.tsx'
import { localZoneName } from '../chart/time-format.ts'
import { useTimeFormat } from '../chart/use-time-format.ts'
import { useTimeZone } from '../model/time-zone-store.ts'
import styles from './status-line.module.css'

export function ZoneMenu() {
  const { t } = useTranslation()
  const { zone, choose } = useTimeZone()
  const current = useTimeFormat().zoneName
  const local = localZoneName()

  return (
    <Dropdown label={t('status.timeZone')} kind="menu" align="end"
      trigger={(props) => (
        <button type="button" className={styles.zone} aria-label={`${t('status.timeZone')} ${current}`}
          data-tip={t('status.timeZone')} {...props}>
          {current}
        </button>
      )}>
      {(close) => (
        <Menu label={t('status.timeZone')} items={(['local', 'utc'] as const).map((choice) => ({
          key: choice,
          label: choice === 'local' ? t('status.localTime', { zone: local }) : t('status.utc'),
          checked: choice === zone,
          onSelect: () => {
            choose(choice)
            close()
          },
        }))} />
      )}
    </Dropdown>
  )
}
