// The languages themselves are imported one by one ('@flowprint/messages/zh', '/en'), so that a page carries only its own.
export { DEFAULT_LANGUAGE, LANGUAGES, type Language, type Shape } from './shape.ts'
export type { Messages } from './zh/index.ts'
