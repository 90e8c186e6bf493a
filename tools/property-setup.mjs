// Setup file of every vitest project (vitest.config.ts).
import fc from 'fast-check'

const seed = process.env.PROPERTY_SEED
if (seed !== undefined && seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) })
