import type { DerivativesStore } from '../../../src/market/store/index.ts'

const nothing = async (): Promise<null> => null

/** Nothing was ever recorded. */
export const NO_DERIVATIVES = { readHead: nothing, readLatest: nothing } as unknown as DerivativesStore
