// The languages themselves are imported one by one ('@flowprint/messages/zh', '/en'), so that a page carries only its own;
// so are the parts that come with certain pages ('@flowprint/messages/zh/accounts' …).
export { DEFAULT_LANGUAGE, LANGUAGES, type Language, type Shape } from './shape.ts'
export type { AccountMessages } from './zh/accounts/index.ts'
export type { CycleMessages } from './zh/cycles.ts'
export type { DrawingMessages } from './zh/drawings.ts'
export type { Messages } from './zh/index.ts'
export type { SignalMessages } from './zh/signals.ts'
export type { ProfileMessages } from './zh/profiles.ts'
export type { TourMessages } from './zh/tour.ts'
export type { VwapMessages } from './zh/vwap.ts'
export type { WorkspaceMessages } from './zh/workspace.ts'
