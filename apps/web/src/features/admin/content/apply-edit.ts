import type { TextEdit } from './markdown-edits.ts'
import { shifted } from './uploads.ts'

type Change = Pick<TextEdit, 'from' | 'to' | 'insert'>

/** Writes into the field as typing does: the browser's own undo takes it back. */
function write(field: HTMLTextAreaElement, { from, to, insert }: Change): void {
  if (document.activeElement === field) {
    field.setSelectionRange(from, to)
    // The only way into the browser's history of undoing; deprecated without a successor.
    if (insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert)) return
  }
  field.setRangeText(insert, from, to)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** An edit of the writer's: the field has the focus afterwards, and what the edit says is selected. */
export function applyEdit(field: HTMLTextAreaElement, edit: TextEdit): void {
  field.focus()
  write(field, edit)
  field.setSelectionRange(edit.start, edit.end)
}

/** An edit beside the writer: focus, caret and selection stay with what they were at. */
export function applyQuietly(field: HTMLTextAreaElement, change: Change): void {
  const { selectionStart, selectionEnd, scrollTop } = field
  write(field, change)
  field.setSelectionRange(shifted(selectionStart, change), shifted(selectionEnd, change))
  field.scrollTop = scrollTop
}
