/** Groups of the command palette, in the order in which they are listed. */
export const COMMAND_GROUPS = [
  'symbol',
  'cycle',
  'panel',
  'study',
  'layout',
  'chart',
  'page',
  'appearance',
  'help',
] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

/** An action of the command palette. */
export interface Command {
  /** Stable: recently used commands are remembered by it. */
  readonly id: string
  readonly group: CommandGroup
  /** In the language of the page. */
  readonly label: string
  /** After the label: exchange, current value, address. */
  readonly note?: string
  /** Other words by which it is found, in any language. */
  readonly keywords?: string
  /** Its key outside the palette. */
  readonly keys?: readonly string[]
  /** The state of a switch or a choice. */
  readonly isChecked?: boolean
  run(): void
}

/** Makes the commands that are available now. */
type CommandSource = () => readonly Command[] | Promise<readonly Command[]>

const sources = new Set<CommandSource>()

/** Adds the commands of a page while it is shown; returns the function that removes them. */
export function addCommands(source: CommandSource): () => void {
  sources.add(source)
  return () => sources.delete(source)
}

/** All commands that are available now; a source that fails offers none. */
export async function loadCommands(): Promise<readonly Command[]> {
  const lists = await Promise.allSettled([...sources].map(async (source) => await source()))
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
}
