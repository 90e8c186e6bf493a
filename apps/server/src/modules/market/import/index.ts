/** Public interface of the import: archive files into the tape. */
export { parseImportArguments, USAGE, UsageError, type ImportArguments } from './arguments.ts'
export type { ImportReporter, ImportSettings } from './import-file.ts'
export { importFiles, type ImportOutcome, type ImportSummary } from './import-files.ts'
export { makeReporter } from './reporter.ts'
export { parseSymbol } from './symbol.ts'
export { retryingStore } from './retrying-store.ts'
