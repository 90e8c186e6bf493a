import type { TextEdit } from './markdown-edits.ts'
import { shifted } from './uploads.ts'

type Change = Pick<TextEdit, 'from' | 'to' | 'insert'>

/** Writes to the field like typing, so that the browser's undo works. */
function write(field: HTMLTextAreaElement, { from, to, insert }: Change): void {
  if (document.activeElement === field) {
    field.setSelectionRange(from, to)
    // The only API that adds to the browser's undo history; deprecated without a replacement.
    if (insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert)) return
  }
  field.setRangeText(insert, from, to)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** An edit by the user: the field receives focus and the edit's selection. */
export function applyEdit(field: HTMLTextAreaElement, edit: TextEdit): void {
  field.focus()
  write(field, edit)
  field.setSelectionRange(edit.start, edit.end)
}

/** A background edit: focus, caret and selection stay in place. */
export function applyQuietly(field: HTMLTextAreaElement, change: Change): void {
  const { selectionStart, selectionEnd, scrollTop } = field
  write(field, change)
  field.setSelectionRange(shifted(selectionStart, change), shifted(selectionEnd, change))
  field.scrollTop = scrollTop
}
