import {
  MAX_SCAN_CONDITIONS,
  SCAN_COLUMN_NAMES,
  SCAN_OPERATORS,
  SCAN_VALUE,
  type ScanColumn,
  type ScanCondition,
  type ScanOperator,
} from '@flowprint/contract'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/ui/button.tsx'
import { Icon } from '../../shared/ui/icons.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { conditionText } from './scan-columns.ts'
import styles from './scanner.module.css'

interface FilterBarProps {
  readonly conditions: readonly ScanCondition[]
  readonly onChange: (conditions: ScanCondition[]) => void
}

/** The conditions, all of which must hold, and a form that adds one. */
export function FilterBar({ conditions, onChange }: FilterBarProps) {
  const { t } = useTranslation()
  const [column, setColumn] = useState<ScanColumn>('relative_volume')
  const [operator, setOperator] = useState<ScanOperator>('gte')
  const [value, setValue] = useState('2')
  const [tried, setTried] = useState(false)
  const typed = value.trim().replace(/^\+/, '')
  const isValid = new RegExp(SCAN_VALUE).test(typed)

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(!isValid)
    if (!isValid) return
    // Another condition on the same side of a column replaces it.
    const rest = conditions.filter((one) => one.column !== column || one.operator !== operator)
    onChange([...rest, { column, operator, value: typed }])
  }

  return (
    <section className={styles.filter} aria-label={t('scanner.filter.title')}>
      <ul className="contents">
        {conditions.map((condition) => {
          const text = conditionText(condition, t(`alerts.scanColumn.${condition.column}`))
          return (
            <li key={`${condition.column} ${condition.operator}`} className={styles.condition}>
              {text}
              <button
                type="button"
                aria-label={t('scanner.filter.remove', { condition: text })}
                onClick={() => onChange(conditions.filter((one) => one !== condition))}
              >
                <Icon name="close" size={10} />
              </button>
            </li>
          )
        })}
      </ul>
      <form className={styles.add} onSubmit={onSubmit} noValidate>
        <Select
          aria-label={t('scanner.filter.column')}
          value={column}
          options={SCAN_COLUMN_NAMES.map((name) => ({ value: name, label: t(`alerts.scanColumn.${name}`) }))}
          onChange={(name) => setColumn(name as ScanColumn)}
        />
        <Select
          aria-label={t('scanner.filter.operator')}
          value={operator}
          options={SCAN_OPERATORS.map((name) => ({ value: name, label: t(`scanner.filter.operators.${name}`) }))}
          onChange={(name) => setOperator(name as ScanOperator)}
        />
        <input
          className={`${styles.input} w-20`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          aria-label={t('scanner.filter.value')}
          aria-invalid={tried && !isValid}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
        <Button type="submit" variant="outlined" disabled={conditions.length >= MAX_SCAN_CONDITIONS}>
          {t('scanner.filter.add')}
        </Button>
        {tried && !isValid && (
          <span role="alert" className="text-warning text-s">
            {t('scanner.filter.fault')}
          </span>
        )}
      </form>
    </section>
  )
}
