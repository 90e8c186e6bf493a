import { useTranslation } from 'react-i18next'
import { useDrawings } from '../../drawings/drawing-store.ts'
import { ALERT_DRAWING_KINDS, drawingName, placeOf } from '../alert-text.ts'
import type { AlertDraft } from './draft.ts'
import { SelectField } from './parts.tsx'

interface DrawingFieldProps {
  readonly draft: AlertDraft
  readonly change: (part: Partial<AlertDraft>) => void
  readonly fault: string | null
}

/** Selects one of the symbol's lines and rectangles. */
export function DrawingField({ draft, change, fault }: DrawingFieldProps) {
  const { t } = useTranslation()
  const symbol = useDrawings((state) => state.symbol)
  const items = useDrawings((state) => state.items)
  const own =
    symbol === draft.symbol ? items.filter(({ kind }) => (ALERT_DRAWING_KINDS as readonly string[]).includes(kind)) : []
  // A deleted drawing stays selected until another is chosen.
  const { drawing } = draft
  const offered = drawing === null || own.some(({ id }) => id === drawing.id) ? own : [drawing, ...own]
  if (offered.length === 0)
    return (
      <p className="text-warning text-s leading-4.5" role="alert">
        {t('alerts.form.noDrawings')}
      </p>
    )
  const options = offered.map((each) => ({
    value: each.id,
    label: t('alerts.form.drawingItem', { drawing: drawingName(t, each.kind), price: placeOf(each) }),
  }))
  return (
    <div>
      <SelectField
        label={t('alerts.form.drawing')}
        value={drawing?.id ?? ''}
        options={drawing === null ? [{ value: '', label: '—' }, ...options] : options}
        onChange={(id) => change({ drawing: offered.find((each) => each.id === id) ?? null })}
      />
      {fault !== null && (
        <p className="text-warning text-s leading-4.5" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
