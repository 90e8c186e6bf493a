import MiniSearch from 'minisearch'
import { type Command, COMMAND_GROUPS, type CommandGroup } from '../../shared/commands/commands.ts'
import { queryTokens, tokensOf } from '../../shared/search/tokens.ts'

/** Commands of one group, as the palette lists them. */
export interface CommandList {
  readonly group: CommandGroup | 'recent'
  readonly items: readonly Command[]
}

/** Commands per group without a query, and in all with one. */
const MAX_PER_GROUP = 6
const MAX_FOUND = 40

export interface CommandIndex {
  /** Empty query: recent commands, then the first ones of every group. */
  find(query: string): readonly CommandList[]
}

/** Indexes commands for the search by words, beginnings of words and, from five letters on, one wrong letter. */
export function buildCommandIndex(commands: readonly Command[], recent: readonly string[]): CommandIndex {
  const byId = new Map(commands.map((command) => [command.id, command]))
  const index = new MiniSearch<Command>({
    fields: ['label', 'note', 'keywords'],
    extractField: (command, field) => command[field as 'id' | 'label' | 'note' | 'keywords'] ?? '',
    tokenize: tokensOf,
    processTerm: (term) => term,
    searchOptions: {
      tokenize: queryTokens,
      boost: { label: 3, note: 2 },
      // A topic explains what a command does: the command comes first.
      boostDocument: (id) => (byId.get(String(id))?.group === 'help' ? 0.3 : 1),
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (/^[a-z]{5,}$/.test(term) ? 1 : false),
    },
  })
  index.addAll([...byId.values()])

  const used = recent.flatMap((id) => byId.get(id) ?? [])
  const unsearched: readonly CommandList[] = [
    { group: 'recent' as const, items: used },
    ...COMMAND_GROUPS.map((group) => ({
      group,
      items: commands.filter((command) => command.group === group && !recent.includes(command.id)),
    })),
  ]
    .map(({ group, items }) => ({ group, items: items.slice(0, MAX_PER_GROUP) }))
    .filter(({ items }) => items.length > 0)

  return {
    find(query) {
      if (queryTokens(query).length === 0) return unsearched
      const found = index
        .search(query)
        .slice(0, MAX_FOUND)
        .flatMap(({ id }) => byId.get(String(id)) ?? [])
      // Groups in the order of their best command.
      return [...Map.groupBy(found, ({ group }) => group)].map(([group, items]) => ({ group, items }))
    },
  }
}
