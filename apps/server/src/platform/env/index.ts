export { readEnv, unknownVariables, loadEnvFile } from './env.ts'
export type { Env, Role } from './env.ts'
