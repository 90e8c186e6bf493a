import { contract } from '../../contract/src/index.ts'
export const venues = contract
