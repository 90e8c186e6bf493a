import type { Alert, Drawing } from '@flowprint/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDrawings } from '../../drawings/model/drawing-store.ts'
import { bodyOf, saveAlert } from '../alert-calls.ts'

const pointsOf = ({ points }: Drawing) => JSON.stringify(points.map(({ t, price }) => [t, price]))

/** Alerts whose drawing has moved since they were saved, each with the current drawing. */
export function movedAlerts(
  alerts: readonly Alert[],
  symbol: string,
  drawings: readonly Drawing[],
): { readonly alert: Alert; readonly drawing: Drawing }[] {
  return alerts.flatMap((alert) => {
    const { rule } = alert
    if (alert.symbol !== symbol || rule.kind !== 'drawing' || (alert.state !== 'active' && alert.state !== 'paused'))
      return []
    const drawing = drawings.find(({ id }) => id === rule.drawing.id)
    return drawing && pointsOf(drawing) !== pointsOf(rule.drawing) ? [{ alert, drawing }] : []
  })
}

/** Updates alerts on drawings: once a moved drawing is saved, its alerts are saved with the new points. */
export function useMovedDrawings(alerts: readonly Alert[]): void {
  const queries = useQueryClient()
  const save = useDrawings((state) => state.save)
  const items = useDrawings((state) => state.items)
  const symbol = useDrawings((state) => state.symbol)
  useEffect(() => {
    if (save !== 'saved') return
    for (const { alert, drawing } of movedAlerts(alerts, symbol, items)) {
      if (alert.rule.kind === 'drawing') void saveAlert(queries, bodyOf(alert, { rule: { ...alert.rule, drawing } }))
    }
  }, [save, items, symbol, alerts, queries])
}
