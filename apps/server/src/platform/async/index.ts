export { delay } from './delay.ts'
export { Semaphore } from './semaphore.ts'
export { Signal } from './signal.ts'
export { withTimeout } from './with-timeout.ts'
