/** Builds apps/web when its sources changed since the last build; ends the process when that fails. */
export function buildWeb(): void
