import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../model/chart-scope.ts'
import { nextIndex } from '../../../shared/ui/roving.ts'
import { useLayout } from '../model/layout-store.ts'
import { DrawingList } from './drawing-list.tsx'
import styles from './drawings.module.css'
import { TOOL_KEYS } from './hotkeys.ts'
import { historyOf, takeTool, useDrawingPreferences, useDrawings } from './drawing-store.ts'
import { DRAWING_KINDS } from './drawing.ts'
import { ToolButton } from './tool-button.tsx'

const isOverChart = () => matchMedia('(max-width: 640px)').matches

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
  const to = nextIndex(
    event.key,
    buttons.indexOf(document.activeElement as HTMLButtonElement),
    buttons.length,
    'vertical',
  )
  if (to < 0 || (event.target as Element).closest('[data-overlay]')) return
  event.preventDefault()
  buttons[to].focus()
}

/** Drawing tools at the left of the chart; on a phone they cover it and close once a tool is chosen. */
export function DrawingRail({ onShow }: { onShow: (t: number) => void }) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const tool = useDrawings((state) => state.tool)
  const save = useDrawings((state) => state.save)
  const count = useDrawings((state) => state.items.length)
  const canUndo = useDrawings((state) => historyOf(state).past.length > 0)
  const canRedo = useDrawings((state) => historyOf(state).future.length > 0)
  const undo = useDrawings((state) => state.undo)
  const redo = useDrawings((state) => state.redo)
  const { magnet, locked, hidden, change } = useDrawingPreferences()
  const fold = useLayout((state) => state.fold)

  const take = (kind: typeof tool) => {
    takeTool(scope, kind)
    if (isOverChart()) fold('rail', false)
  }
  const toggleHidden = () => {
    change({ hidden: !hidden })
    useDrawings.of(scope).setState({ selected: null })
  }

  return (
    <div
      className={styles.rail}
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('drawings.rail')}
      onKeyDown={moveFocus}
      data-drawings={count}
      data-save={save}
    >
      <ToolButton
        icon="cursor"
        label={t('drawings.tool.cursor')}
        aria-pressed={tool === null}
        onClick={() => take(null)}
      />
      {DRAWING_KINDS.map((kind) => (
        <ToolButton
          key={kind}
          icon={kind}
          label={t(`drawings.tool.${kind}`)}
          hotkey={`Alt+${TOOL_KEYS[kind]}`}
          aria-pressed={tool === kind}
          onClick={() => take(tool === kind ? null : kind)}
        />
      ))}
      <span className={styles.line} />
      <ToolButton
        icon="magnet"
        label={t('drawings.magnet')}
        aria-pressed={magnet}
        onClick={() => change({ magnet: !magnet })}
      />
      <ToolButton
        icon={locked ? 'lock' : 'unlock'}
        label={t('drawings.lockAll')}
        aria-pressed={locked}
        onClick={() => change({ locked: !locked })}
      />
      <ToolButton
        icon="hide"
        label={t('drawings.hideAll')}
        hotkey="Ctrl+Alt+H"
        aria-pressed={hidden}
        onClick={toggleHidden}
      />
      <span className={styles.line} />
      <ToolButton icon="undo" label={t('drawings.undo')} hotkey="Ctrl+Z" disabled={!canUndo} onClick={undo} />
      <ToolButton icon="redo" label={t('drawings.redo')} hotkey="Ctrl+Shift+Z" disabled={!canRedo} onClick={redo} />
      <DrawingList onShow={onShow} />
      <span className="flex-1" />
      {(save === 'waiting' || save === 'refused') && (
        <span
          className={styles.unsaved}
          role="img"
          aria-label={t(`drawings.save.${save}`)}
          data-tip={t(`drawings.save.${save}`)}
        >
          !
        </span>
      )}
      <ToolButton icon="fold" label={t('drawings.fold')} onClick={() => fold('rail', false)} />
    </div>
  )
}

/** Button that expands the tools. */
export function RailHandle() {
  const { t } = useTranslation()
  const tool = useDrawings((state) => state.tool)
  const fold = useLayout((state) => state.fold)
  if (tool !== null && isOverChart()) return null
  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={t('drawings.unfold')}
      data-tip={t('drawings.unfold')}
      onClick={() => fold('rail', true)}
    >
      <span />
    </button>
  )
}
