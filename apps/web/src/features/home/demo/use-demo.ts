import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartFormat } from '@flowprint/chart'
import type { TFunction } from 'i18next'
import { untilFetched } from '../../../shared/ui/lazy-part.ts'
import { useMedia } from '../../../shared/ui/use-media.ts'
import type { DemoPlayer } from './demo-player.ts'

export const SPEED = 10

interface Demo {
  readonly state: 'waiting' | 'ready' | 'failed'
  /** The system prefers reduced motion: paused until the user starts it. */
  readonly still: boolean
  readonly playing: boolean
  readonly toggle: () => void
}

/** Loads the chart when the page is idle and runs it only while visible. */
export function useDemo(stage: RefObject<HTMLElement | null>): Demo {
  const { t } = useTranslation()
  const [state, setState] = useState<Demo['state']>('waiting')
  const [chosen, setChosen] = useState<boolean | null>(null)
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const seen = useSeen(stage)
  const player = useRef<DemoPlayer | null>(null)
  const playing = chosen ?? !still
  const wanted = seen.near

  const open = useEffectEvent(async (isGone: () => boolean) => {
    const { DemoPlayer } = await untilFetched(() => import('./demo-player.ts'))
    const { current: container } = stage
    if (isGone() || !container) return
    player.current = new DemoPlayer(container, SPEED, demoFormat(t), (state) => setState(state))
    player.current.play(playing && seen.inSight)
  })
  useEffect(() => {
    if (!wanted) return
    let gone = false
    const forget = whenIdle(() => void open(() => gone))
    return () => {
      gone = true
      forget()
      player.current?.dispose()
      player.current = null
    }
  }, [wanted])
  useEffect(() => player.current?.play(playing && seen.inSight), [playing, seen.inSight])
  // `t` changes with the language.
  useEffect(() => player.current?.setFormat(demoFormat(t)), [t])

  return { state, still, playing, toggle: () => setChosen(!playing) }
}

/** Whether an element is visible, and whether it ever came close to the viewport. */
function useSeen(target: RefObject<HTMLElement | null>): { readonly near: boolean; readonly inSight: boolean } {
  const [near, setNear] = useState(false)
  const [crossing, setCrossing] = useState(false)
  const [shown, setShown] = useState(true)
  useEffect(() => {
    const { current } = target
    if (!current) return
    const approach = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && setNear(true), {
      rootMargin: '200px',
    })
    const sight = new IntersectionObserver(([{ isIntersecting }]) => setCrossing(isIntersecting), { threshold: 0.2 })
    approach.observe(current)
    sight.observe(current)
    const look = () => setShown(!document.hidden)
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      approach.disconnect()
      sight.disconnect()
      document.removeEventListener('visibilitychange', look)
    }
  }, [target])
  return { near, inSight: crossing && shown }
}

/** Maximum wait, so that a busy machine shows the chart too. */
const IDLE_TIMEOUT_MS = 3000

/** Runs a callback once the page is loaded and idle; returns the cancel function. */
function whenIdle(act: () => void): () => void {
  let taken = false
  const run = () => !taken && act()
  const wait = () => {
    if (taken) return
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS })
    // Safari has no requestIdleCallback.
    else setTimeout(run, 200)
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
  return () => {
    taken = true
    removeEventListener('load', wait)
  }
}

/** Texts of the demo chart; times are those of the tape, in UTC. */
function demoFormat(t: TFunction): ChartFormat {
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 16)
  return {
    zoneOffsetMs: () => 0,
    timeTick: clock,
    crosshairTime: clock,
    zoneLabel: ({ side, lowRow, highRow, tests }) => {
      const words = { side: t(`chart.zone.short.${side}`), rows: highRow - lowRow + 1, times: tests }
      return tests > 0 ? t('chart.zone.labelTested', words) : t('chart.zone.label', words)
    },
    statisticTitle: () => '',
    paneTitle: (pane) => (pane === 'cvd' ? 'CVD' : ''),
  }
}
