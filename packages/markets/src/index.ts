export * from './archive/index.ts'
export * from './simulator/index.ts'
export * from './live/types.ts'
