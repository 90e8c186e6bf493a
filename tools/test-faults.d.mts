export interface Fault {
  readonly title: string
  readonly message: string
}
export function faultsOfVitest(report: unknown): Fault[]
export function faultsOfPlaywright(report: unknown): Fault[]
export function flakyOfPlaywright(report: unknown): string[]
