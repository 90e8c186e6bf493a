import { useSearchParams } from 'react-router'
import { filtersOf, pageOf, sizeOf, withChanges, type FilterValues, type Offered } from './filters.ts'

export interface Filters<Name extends string, Choices extends Offered> {
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
