import { createContext, type DragEvent } from 'react'

/** Moving a cell by dragging its head; null where cells cannot be moved. */
export const CellDragContext = createContext<{
  start(id: string, event: DragEvent): void
  end(): void
} | null>(null)
