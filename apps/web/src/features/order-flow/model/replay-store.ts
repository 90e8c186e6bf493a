import type { Cutoff } from '@flowprint/orderflow'
import { create } from 'zustand'

/** 1: forwards, -1: backwards, 0: paused. */
type Playing = 1 | -1 | 0

/** The replay of the page: all its charts show the market as of one cutoff. */
interface ReplayState {
  /** Null: the charts show the live market. */
  readonly cutoff: Cutoff | null
  /** The start is being chosen. */
  readonly isChoosing: boolean
  readonly playing: Playing
  /** Market time per wall time. */
  readonly speed: number
  /** A requested cutoff is not shown yet. */
  readonly isMoving: boolean
  /** The market's time passes more slowly than the speed says. */
  readonly isSlow: boolean
  /** Where the replay cannot go further. */
  readonly end: 'present' | 'beginning' | null
  /** A moment that another panel asks to show, ms. */
  readonly requested: number | null
  /** Practice ended with the replay, and its result was not closed yet. */
  readonly hasPracticeResult: boolean
}

export const useReplay = create<ReplayState>()(() => ({
  cutoff: null,
  isChoosing: false,
  playing: 0,
  speed: 10,
  isMoving: false,
  isSlow: false,
  end: null,
  requested: null,
  hasPracticeResult: false,
}))

export const isReplaying = ({ cutoff }: Pick<ReplayState, 'cutoff'>): boolean => cutoff !== null

export const chooseReplay = (): void => useReplay.setState({ isChoosing: true })

/** Moves the running replay to a moment, ms. */
export const requestMoment = (t: number): void => useReplay.setState({ requested: t })
