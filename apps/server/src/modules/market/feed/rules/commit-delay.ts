const LEAST_MS = 50
const MOST_MS = 250

/**
 * How long prints are gathered before they are committed together: 50 ms, and up to 250 ms where commits take long, so
 * that a busy database is asked less often (DESIGN 4).
 */
export const commitDelay = (lastCommitMs: number): number => Math.min(MOST_MS, Math.max(LEAST_MS, Math.round(lastCommitMs * 4)))
