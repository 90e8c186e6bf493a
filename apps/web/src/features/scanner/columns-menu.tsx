import { SCAN_COLUMN_NAMES, type ScanColumn } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/ui/button.tsx'
import { Dropdown } from '../../shared/ui/dropdown.tsx'
import styles from './scanner.module.css'

interface ColumnsMenuProps {
  readonly columns: readonly ScanColumn[]
  readonly onChange: (columns: ScanColumn[]) => void
}

/** Chooses the shown columns; at least one stays. */
export function ColumnsMenu({ columns, onChange }: ColumnsMenuProps) {
  const { t } = useTranslation()
  const toggle = (column: ScanColumn) =>
    onChange(SCAN_COLUMN_NAMES.filter((name) => columns.includes(name) !== (name === column)))
  return (
    <Dropdown
      label={t('scanner.columns')}
      align="end"
      trigger={(props) => (
        <Button variant="outlined" {...props}>
          {t('scanner.columns')}
        </Button>
      )}
    >
      {() => (
        <ul className={styles.choices}>
          {SCAN_COLUMN_NAMES.map((column) => (
            <li key={column}>
              <label>
                <input
                  type="checkbox"
                  checked={columns.includes(column)}
                  disabled={columns.length === 1 && columns[0] === column}
                  onChange={() => toggle(column)}
                />
                {t(`alerts.scanColumn.${column}`)}
              </label>
            </li>
          ))}
        </ul>
      )}
    </Dropdown>
  )
}
