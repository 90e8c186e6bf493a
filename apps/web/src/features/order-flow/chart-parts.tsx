import type { MenuSymbol } from '@flowprint/contract'
import { useEffect } from 'react'
import type { ChartController } from './chart/chart-controller.ts'
import { DerivativesLayer } from './panels/derivatives/derivatives-layer.tsx'
import { LessonOfChart } from './panels/lessons/lessons.tsx'
import { attachPractice } from './panels/practice/attach-practice.ts'
import { attachReplay } from './panels/replay/replay.tsx'

interface ChartPartsProps {
  readonly market: MenuSymbol
  readonly controller: ChartController
}

/** What belongs to a chart from its first bars on: the panes of perpetuals, and its part in replay,
 * practice and lesson of the page. */
export function ChartParts({ market, controller }: ChartPartsProps) {
  useEffect(() => attachReplay(controller), [controller])
  useEffect(() => attachPractice(controller), [controller])
  return (
    <>
      <DerivativesLayer market={market} controller={controller} />
      <LessonOfChart controller={controller} />
    </>
  )
}
