import type { Figure } from '../../../src/features/help/figures/figure.ts'

/** Numbers that the texts name, and pictures, both as the engine says them now. */
export type Example = () => {
  readonly facts: Readonly<Record<string, string>>
  readonly figures: Readonly<Record<string, Figure>>
}
