/** List filters are stored in the URL: reloads keep them and links share them. Pure. */
export const PAGE_SIZES = [10, 20, 50, 100] as const
const PAGE_SIZE = 20
const PAGE_MAX = 1_000_000

/** The page number of a URL, 1 by default. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1
}

export function sizeOf(params: URLSearchParams): number {
  const size = Number(params.get('size'))
  return PAGE_SIZES.find((offered) => offered === size) ?? PAGE_SIZE
}

/** Updates a URL's filters; empty ones are removed, and a changed filter resets the page. */
export function withChanges(params: URLSearchParams, changes: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(params)
  if (!('page' in changes)) next.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    const text = value.trim()
    if (text === '' || (name === 'page' && text === '1')) next.delete(name)
    else next.set(name, text)
  }
  return next
}

/** The filters of a URL that a list supports; unknown options are ignored. */
export function filtersOf<Name extends string>(
  params: URLSearchParams,
  names: readonly Name[],
  offered?: Readonly<Partial<Record<Name, readonly string[]>>>,
): Record<Name, string> {
  return Object.fromEntries(
    names.map((name) => {
      const value = params.get(name) ?? ''
      return [name, offered?.[name]?.includes(value) === false ? '' : value]
    }),
  ) as Record<Name, string>
}

/** Call arguments without empty values. */
export function filled<Name extends string>(values: Readonly<Record<Name, string>>): Partial<Record<Name, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<Record<Name, string>>
}
