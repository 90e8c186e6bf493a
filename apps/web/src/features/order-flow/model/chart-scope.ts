import { createContext, useContext } from 'react'
import { createStore, type StateCreator, type StoreApi, useStore } from 'zustand'
import type { Selection } from './selection.ts'
import type { ChartPreferences } from './view-settings.ts'

/** What of a chart outlasts it. */
export interface ChartContent {
  /** Null until it is known. */
  readonly selection: Selection | null
  readonly preferences: ChartPreferences
  /** Fields of the profiles' preferences; the profiles validate them. */
  readonly profiles: Readonly<Record<string, unknown>>
}

interface ChartScopeOptions extends ChartContent {
  /** The URL of the page says what the chart shows. */
  readonly isAddressed: boolean
  /** Called when the user changed a part. */
  persist(changed: Partial<ChartContent>): void
}

/** One chart: every store of its state. Created once per chart, outside React. */
export interface ChartScope extends ChartScopeOptions {
  /** The chart's element while it is on the page. */
  element: HTMLElement | null
  /** The store of this key, created when it is first needed. */
  store<Store>(key: object, create: () => Store): Store
}

export function createChartScope(options: ChartScopeOptions): ChartScope {
  const stores = new Map<object, unknown>()
  return {
    ...options,
    element: null,
    store<Store>(key: object, create: () => Store) {
      if (!stores.has(key)) stores.set(key, create())
      return stores.get(key) as Store
    },
  }
}

const ScopeContext = createContext<ChartScope | null>(null)
export const ChartScopeProvider = ScopeContext.Provider

/** The chart that a component belongs to. */
export function useChartScope(): ChartScope {
  const scope = useContext(ScopeContext)
  if (!scope) throw new Error('ChartScopeProvider is missing')
  return scope
}

export interface ScopedStore<State> {
  /** Reads the store of the chart that the component belongs to. */
  (): State
  <Part>(part: (state: State) => Part): Part
  /** The store of a chart. */
  of(scope: ChartScope): StoreApi<State>
}

/** A store of which every chart has its own. */
export function createScopedStore<State>(init: (scope: ChartScope) => StateCreator<State>): ScopedStore<State> {
  const of = (scope: ChartScope): StoreApi<State> => scope.store(of, () => createStore(init(scope)))
  const useScoped = (part?: (state: State) => unknown) =>
    useStore(of(useChartScope()), part as (state: State) => unknown)
  return Object.assign(useScoped, { of }) as ScopedStore<State>
}
