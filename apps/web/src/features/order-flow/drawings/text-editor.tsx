import { MAX_DRAWING_TEXT_LENGTH, type Drawing } from '@flowprint/contract'
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../model/chart-scope.ts'
import styles from './drawings.module.css'
import { finishWriting, useDrawings } from './drawing-store.ts'

/** Edits a text in place: Enter saves, Shift+Enter inserts a line break, Escape cancels. */
export function TextEditor({ drawing }: { drawing: Drawing }) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)

  useLayoutEffect(() => {
    const area = field.current
    if (area === null) return
    area.style.color = drawing.colour
    area.focus({ preventScroll: true })
    area.setSelectionRange(area.value.length, area.value.length)
  }, [drawing.colour])

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter that confirms an IME composition does not save.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') useDrawings.of(scope).setState({ writing: null })
    else if (event.key === 'Enter' && !event.shiftKey) finishWriting(scope, event.currentTarget.value)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <textarea
      ref={field}
      className={styles.writing}
      data-size={drawing.width}
      rows={Math.max(1, (drawing.text ?? '').split('\n').length)}
      defaultValue={drawing.text ?? ''}
      maxLength={MAX_DRAWING_TEXT_LENGTH}
      aria-label={t('drawings.textField')}
      placeholder={t('drawings.textPlaceholder')}
      spellCheck={false}
      onKeyDown={onKeyDown}
      onBlur={(event) => finishWriting(scope, event.currentTarget.value)}
    />
  )
}
