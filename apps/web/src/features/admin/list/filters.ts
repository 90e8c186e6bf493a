import { PAGE_CUR_MAX } from '@flowprint/contract'

/** List filters are stored in the URL: reloads keep them and links share them. Pure. */
export const PAGE_SIZES = [10, 20, 50, 100] as const
const PAGE_SIZE = 20

/** The page number of a URL, 1 by default. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= PAGE_CUR_MAX ? page : 1
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

/** Allowed values of filters that are a choice. */
export type Offered = Readonly<Partial<Record<string, readonly string[]>>>

/** Values of filters by name; '' while a filter is not set. */
export type FilterValues<Name extends string, Choices extends Offered = {}> = {
  readonly [Key in Name]: Choices extends Readonly<Record<Key, readonly (infer Choice)[]>> ? Choice | '' : string
}

/** The filters of a URL that a list supports; unknown options are ignored. */
export function filtersOf<Name extends string, Choices extends Offered = {}>(
  params: URLSearchParams,
  names: readonly Name[],
  offered?: Choices,
): FilterValues<Name, Choices> {
  const choices: Offered | undefined = offered
  return Object.fromEntries(
    names.map((name) => {
      const value = params.get(name) ?? ''
      return [name, choices?.[name]?.includes(value) === false ? '' : value]
    }),
  ) as FilterValues<Name, Choices>
}

/** Call arguments without empty values. */
export function filled<Values extends Readonly<Record<string, string>>>(
  values: Values,
): { readonly [Name in keyof Values]?: Exclude<Values[Name], ''> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as {
    readonly [Name in keyof Values]?: Exclude<Values[Name], ''>
  }
}
