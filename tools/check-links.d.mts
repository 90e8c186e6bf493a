export function findBrokenLinks(repository: {
  readonly pages: ReadonlyMap<string, string>
  readonly entries: ReadonlySet<string>
  readonly scripts: ReadonlySet<string>
}): string[]
