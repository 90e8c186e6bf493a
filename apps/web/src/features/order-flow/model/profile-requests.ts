import { type ChartScope, createScopedStore } from './chart-scope.ts'

/** Counts requests from menus to open the panel at the profile section. */
export const useProfileRequests = createScopedStore<{ readonly asked: number }>(() => () => ({ asked: 0 }))

export const requestProfiles = (scope: ChartScope) =>
  useProfileRequests.of(scope).setState(({ asked }) => ({ asked: asked + 1 }))
