import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../shared/ui/button.tsx'
import parts from '../parts/parts.module.css'
import type { Draft, Kind } from './setting-values.ts'
import own from './settings.module.css'

interface EditorProps {
  readonly name: string
  readonly kind: Kind
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

/** The fields of a setting, by kind. */
export function Editor({ name, kind, draft, onChange }: EditorProps) {
  const { t } = useTranslation()
  const line = (key: string, label: string, more: Partial<LineProps> = {}) => (
    <Line
      key={key}
      label={label}
      value={draft.lines[key]}
      onChange={(text) => onChange({ ...draft, lines: { ...draft.lines, [key]: text } })}
      {...more}
    />
  )
  switch (kind.kind) {
    case 'amount':
      return line('text', `${name} (${t('admin.settings.unit.usdt')})`, { isNumber: true })
    case 'whole':
      return line('text', `${name} (${t(`admin.settings.unit.${kind.unit}`)})`, { isNumber: true })
    case 'text':
      return line('text', name)
    case 'address':
      return line('text', t('admin.settings.address'))
    case 'flag':
      return <Check label={name} checked={draft.on} onChange={(on) => onChange({ ...draft, on })} />
    case 'discount':
      return (
        <>
          <Check
            label={t('admin.settings.discountOn')}
            checked={draft.on}
            onChange={(on) => onChange({ ...draft, on })}
          />
          {draft.on && line('price', t('admin.settings.discountPrice'), { isNumber: true })}
          {draft.on && (
            <div className="grid grid-cols-[1fr_1fr] gap-3 max-narrow:grid-cols-[1fr]">
              {line('start', t('admin.settings.discountStart'), { type: 'datetime-local' })}
              {line('end', t('admin.settings.discountEnd'), { type: 'datetime-local' })}
            </div>
          )}
        </>
      )
    case 'local':
      return (
        <>
          {line('zh', t('admin.settings.chinese'))}
          {line('en', t('admin.settings.english'))}
        </>
      )
    case 'levels':
      return (
        <RowsEditor
          draft={draft}
          onChange={onChange}
          most={20}
          least={1}
          add={t('admin.settings.addLevel')}
          remove={(row) => t('admin.settings.removeLevel', { row })}
          fresh={{ min: '', percent: '' }}
          columns={[
            { key: 'min', label: t('admin.settings.minPaying'), isNumber: true },
            { key: 'percent', label: t('admin.settings.ratio'), isNumber: true },
          ]}
        />
      )
    case 'medias':
      return (
        <RowsEditor
          draft={draft}
          onChange={onChange}
          most={10}
          least={0}
          add={t('admin.settings.addMedia')}
          remove={(row) => t('admin.settings.removeMedia', { row })}
          fresh={{ key: '', label: '', url: '' }}
          columns={[
            { key: 'label', label: t('admin.settings.mediaLabel') },
            { key: 'url', label: t('admin.settings.mediaUrl') },
          ]}
        />
      )
  }
}

interface LineProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly type?: 'text' | 'datetime-local'
  readonly isNumber?: boolean
}

function Line({ label, value, onChange, type = 'text', isNumber }: LineProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-muted text-m">
        {label}
      </label>
      <input
        id={id}
        type={type}
        value={value}
        autoComplete="off"
        spellCheck={false}
        inputMode={isNumber ? 'decimal' : undefined}
        className={isNumber ? `${own.input} max-w-[240px]` : own.input}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

function Check({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className={parts.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}

interface RowsEditorProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly columns: readonly { readonly key: string; readonly label: string; readonly isNumber?: boolean }[]
  readonly fresh: Readonly<Record<string, string>>
  readonly least: number
  readonly most: number
  readonly add: string
  readonly remove: (row: number) => string
}

function RowsEditor({ draft, onChange, columns, fresh, least, most, add, remove }: RowsEditorProps) {
  const { rows } = draft
  const replace = (at: number, row: Readonly<Record<string, string>>) =>
    onChange({ ...draft, rows: rows.map((old, i) => (i === at ? row : old)) })
  return (
    <div className="flex flex-col items-start gap-2">
      {rows.map((row, at) => (
        <div key={row.id} className={own.row}>
          <span className="w-5 pb-[9px] text-muted">{at + 1}</span>
          {columns.map(({ key, label, isNumber }) => (
            <Line
              key={key}
              label={label}
              value={row[key]}
              isNumber={isNumber}
              onChange={(text) => replace(at, { ...row, [key]: text })}
            />
          ))}
          <IconButton
            icon="close"
            label={remove(at + 1)}
            disabled={rows.length <= least}
            onClick={() => onChange({ ...draft, rows: rows.filter((_, i) => i !== at) })}
          />
        </div>
      ))}
      {rows.length < most && (
        <Button
          variant="outlined"
          onClick={() => onChange({ ...draft, rows: [...rows, { ...fresh, id: nextId(rows) }] })}
        >
          {add}
        </Button>
      )}
    </div>
  )
}

/** Rows have their own ids, so that removing one keeps the state of the others. */
function nextId(rows: Draft['rows']): string {
  return String(Math.max(0, ...rows.map(({ id }) => Number(id))) + 1)
}
