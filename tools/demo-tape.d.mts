/** Trades of the simulated market in the packed format; the same bytes at every build. */
export function demoTape(): Uint8Array<ArrayBuffer>
