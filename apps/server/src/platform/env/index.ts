export { readEnv, unknownVariables, variableNames, loadEnvFile } from './env.ts'
export type { Env, Role } from './env.ts'
