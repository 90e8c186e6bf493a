export { readEnv, unknownVariables } from './env.ts'
export type { Env, Role } from './env.ts'
export { loadEnvFile } from './load-env-file.ts'
