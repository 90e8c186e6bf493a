export { csvLine, plainLine } from './csv.ts'
export { csvFile, csvHead, csvRows } from './csv-file.ts'
export type { Columns } from './csv-file.ts'
export { inOrder, sendCsv } from './send-csv.ts'
