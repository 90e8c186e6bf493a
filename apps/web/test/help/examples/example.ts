import type { Figure } from '../../../src/features/help/figures/figure.ts'

/** Numbers named in the texts, and figures, as currently computed by the engine. */
export type Example = () => {
  readonly facts: Readonly<Record<string, string>>
  readonly figures: Readonly<Record<string, Figure>>
}
