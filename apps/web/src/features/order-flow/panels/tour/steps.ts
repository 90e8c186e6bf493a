/** Steps of the tour, in order. */
export const STEPS = ['cell', 'delta', 'imbalance', 'zone'] as const
export type TourStep = (typeof STEPS)[number]
