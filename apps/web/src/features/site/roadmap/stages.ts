import { splitSections } from '../content/sections.ts'

type StageState = 'done' | 'now' | 'planned'

interface StageItem {
  readonly text: string
  readonly done: boolean
}

export interface Stage {
  readonly title: string
  /** The heading's part before " · ", a time or a number; empty when there is none. */
  readonly mark: string
  /** Content besides the items, in Markdown. */
  readonly text: string
  readonly items: readonly StageItem[]
  readonly done: number
  /** All items checked, some, or none. */
  readonly state: StageState
}

const ITEM = /^[-*+] +\[([ xX])\] +(.+)$/
const MARKED = /^(.{1,24}?)\s+·\s+(.+)$/

/** The stages of the roadmap: one per second-level heading; its task list determines the progress. */
export function readStages(markdown: string): { readonly intro: string; readonly stages: readonly Stage[] } {
  const { intro, sections } = splitSections(markdown)
  return { intro, stages: sections.map(({ title, text }) => readStage(title, text)) }
}

function readStage(heading: string, body: string): Stage {
  const [, mark, title] = MARKED.exec(heading) ?? [null, '', heading]
  const items: StageItem[] = []
  const rest: string[] = []
  for (const line of body.split('\n')) {
    const found = ITEM.exec(line)
    if (found) items.push({ text: found[2].trim(), done: found[1] !== ' ' })
    else rest.push(line)
  }
  const done = items.filter((item) => item.done).length
  const state = done === 0 ? 'planned' : done === items.length ? 'done' : 'now'
  return { title, mark, text: rest.join('\n').trim(), items, done, state }
}

export function countItems(stages: readonly Stage[]): { readonly done: number; readonly total: number } {
  return {
    done: stages.reduce((sum, stage) => sum + stage.done, 0),
    total: stages.reduce((sum, stage) => sum + stage.items.length, 0),
  }
}
