import { MAX_PAGE_CUR } from '@flowprint/contract'
import { useSearchParams } from 'react-router'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

/** List filters are stored in the URL: reloads keep them and links share them. Pure. */
export const PAGE_SIZES = [10, 20, 50, 100] as const
const PAGE_SIZE = 20

/** The page number of a URL, 1 by default. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE_CUR ? page : 1
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
type Offered = Readonly<Partial<Record<string, readonly string[]>>>

/** Values of filters by name; '' while a filter is not set. */
type FilterValues<Name extends string, Choices extends Offered = {}> = {
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

interface Filters<Name extends string, Choices extends Offered> {
  readonly values: FilterValues<Name, Choices>
  readonly page: number
  readonly size: number
  readonly isNarrowed: boolean
  readonly set: (name: Name | 'size', value: string) => void
  readonly setPage: (page: number) => void
  readonly clear: () => void
}

/** Filters, page and page size of a list, stored in the URL. `offered`: allowed values per filter. */
export function useFilters<Name extends string, const Choices extends Offered = {}>(
  names: readonly Name[],
  offered?: Choices,
): Filters<Name, Choices> {
  const [params, setParams] = useSearchParams()
  const values = filtersOf(params, names, offered)
  const change = (changes: Readonly<Record<string, string>>, replace: boolean) =>
    setParams((now) => withChanges(now, changes), { replace })
  return {
    values,
    page: pageOf(params),
    size: sizeOf(params),
    isNarrowed: names.some((name) => values[name] !== ''),
    set: (name, value) => change({ [name]: value }, true),
    setPage: (page) => change({ page: String(page) }, false),
    clear: () => change(Object.fromEntries(names.map((name) => [name, ''])), true),
  }
}

/** Query key of the back office; an action invalidates all of it, since it may affect many lists. */
export const ADMIN_KEY = ['admin']

interface PageArguments {
  readonly page_cur: number
  readonly page_size: number
}

/** A page of a list. Previous rows stay while new ones load. */
export function useRows<Body extends PageArguments, Answer>(
  name: string,
  load: (body: Body, signal: AbortSignal) => Promise<Answer>,
  body: Body,
) {
  return useQuery({
    queryKey: [...ADMIN_KEY, name, body],
    queryFn: ({ signal }) => load(body, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
