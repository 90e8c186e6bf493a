import type { Drawing } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../model/chart-scope.ts'
import { ContextMenu } from '../../../shared/ui/context-menu.tsx'
import { Menu, type MenuItem } from '../../../shared/ui/menu.tsx'
import { requestAlert } from '../model/alert-requests.ts'
import { isLocked, removeDrawing, selectedDrawing, toggleLock, useDrawings } from './drawing-store.ts'

interface DrawingMenuProps {
  /** Where the menu was opened, CSS px of the window. */
  readonly at: { readonly x: number; readonly y: number }
  readonly onDuplicate: () => void
  readonly onClose: () => void
}

const isAlertable = ({ kind }: Drawing) => kind === 'hline' || kind === 'trend' || kind === 'ray' || kind === 'rect'

/** Context menu of a drawing, by right click or long press. */
export function DrawingMenu({ at, onDuplicate, onClose }: DrawingMenuProps) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const drawing = useDrawings(() => selectedDrawing(scope))

  if (!drawing) return null
  const locked = isLocked(drawing)
  const choose = (act: () => void) => () => {
    onClose()
    act()
  }
  const items: MenuItem[] = [
    { key: 'copy', label: t('drawings.duplicate'), onSelect: choose(onDuplicate) },
    {
      key: 'lock',
      label: t(drawing.locked ? 'drawings.unlock' : 'drawings.lock'),
      onSelect: choose(() => toggleLock(scope, drawing)),
    },
  ]
  if (isAlertable(drawing))
    items.unshift({
      key: 'alert',
      label: t('drawings.alert'),
      onSelect: choose(() => requestAlert({ kind: 'drawing', drawing })),
    })
  if (drawing.kind === 'text' && !locked) {
    items.unshift({
      key: 'edit',
      label: t('drawings.editText'),
      onSelect: choose(() => useDrawings.of(scope).setState({ writing: drawing })),
    })
  }
  if (!locked)
    items.push({
      key: 'remove',
      label: t('drawings.remove'),
      note: 'Del',
      onSelect: choose(() => removeDrawing(scope, drawing.id)),
    })

  const label = t(`drawings.tool.${drawing.kind}`)
  return (
    <ContextMenu label={label} at={at} onClose={onClose}>
      <Menu label={label} heading={label} items={items} />
    </ContextMenu>
  )
}
