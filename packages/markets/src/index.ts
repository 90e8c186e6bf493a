export * from './archive/index.ts'
export * from './simulator/index.ts'
