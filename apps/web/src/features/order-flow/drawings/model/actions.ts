import { MAX_DRAWINGS, type Drawing } from '@flowprint/contract'
import type { DrawingKind } from '@flowprint/orderflow'
import { sameDrawing } from './drawing.ts'
import { useDrawingPreferences } from './drawing-preferences.ts'
import { useDrawings } from './drawing-store.ts'

/** User actions on drawings; each is one undoable step. */

export function isLocked(drawing: Drawing): boolean {
  return drawing.locked === true || useDrawingPreferences.getState().locked
}

export function selectedDrawing(): Drawing | undefined {
  const { items, selected } = useDrawings.getState()
  return items.find(({ id }) => id === selected)
}

/** Choosing a tool shows hidden drawings again, since a new drawing would be invisible. */
export function takeTool(tool: DrawingKind | null): void {
  if (tool && useDrawingPreferences.getState().hidden) useDrawingPreferences.getState().change({ hidden: false })
  useDrawings.setState({ tool, selected: null, writing: null })
}

/** False: the maximum number of drawings is reached. */
export function addDrawing(drawing: Drawing): boolean {
  const { items, commit } = useDrawings.getState()
  if (items.length >= MAX_DRAWINGS) return false
  commit([{ before: null, after: drawing, at: items.length }])
  useDrawings.setState({ selected: drawing.id })
  return true
}

export function changeDrawing(after: Drawing): void {
  const { items, commit } = useDrawings.getState()
  const at = items.findIndex(({ id }) => id === after.id)
  if (at < 0 || sameDrawing(items[at], after)) return
  commit([{ before: items[at], after, at }])
}

export function removeDrawing(id: string): void {
  const { items, commit } = useDrawings.getState()
  const at = items.findIndex((each) => each.id === id)
  if (at >= 0) commit([{ before: items[at], after: null, at }])
}

/** Deletes all, including locked ones; undoable. */
export function removeAll(): void {
  const { items, commit } = useDrawings.getState()
  if (items.length > 0) commit(items.map((before, at) => ({ before, after: null, at })).toReversed())
}

/** Sets the style of this drawing and of the next. */
export function restyle(drawing: Drawing, style: Partial<Pick<Drawing, 'colour' | 'width'>>): void {
  const { colour, width } = { ...drawing, ...style }
  useDrawingPreferences.getState().change({ style: { colour, width } })
  changeDrawing({ ...drawing, ...style })
}

export function toggleLock({ locked, ...rest }: Drawing): void {
  changeDrawing(locked ? rest : { ...rest, locked: true })
}

/** Saves the edited text; an empty text deletes the drawing. */
export function finishWriting(text: string): void {
  const { writing, items } = useDrawings.getState()
  if (writing === null) return
  useDrawings.setState({ writing: null })
  const written = { ...writing, text: text.trim() }
  const isKept = items.some(({ id }) => id === writing.id)
  if (written.text === '') {
    if (isKept) removeDrawing(writing.id)
  } else if (isKept) changeDrawing(written)
  else addDrawing(written)
}
