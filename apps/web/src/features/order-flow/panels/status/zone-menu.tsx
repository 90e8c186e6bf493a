import { useTranslation } from 'react-i18next'
import { Dropdown } from '../../../../shared/ui/dropdown.tsx'
import { useTimeFormat } from '../../model/use-time-format.ts'
import { ZoneChoice } from './deferred-parts.ts'
import styles from './status-line.module.css'

export function ZoneMenu() {
  const { t } = useTranslation()
  const current = useTimeFormat().zoneName

  return (
    <Dropdown
      label={t('status.timeZone')}
      kind="menu"
      align="end"
      trigger={(props) => (
        <button
          type="button"
          className={styles.zone}
          aria-label={`${t('status.timeZone')} ${current}`}
          data-tip={t('status.timeZone')}
          {...props}
        >
          {current}
        </button>
      )}
    >
      {(close) => <ZoneChoice close={close} />}
    </Dropdown>
  )
}
