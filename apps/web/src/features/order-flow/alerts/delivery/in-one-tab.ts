/** All tabs receive an event within this time. */
const HELD_MS = 10_000

/**
 * Runs an action in only one of the browser's tabs that receive the same event; in each tab when locks are unavailable.
 */
export async function inOneTab(name: string, act: () => void): Promise<void> {
  if (!('locks' in navigator)) return act()
  await navigator.locks.request(`flowprint ${name}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    act()
    await new Promise((done) => setTimeout(done, HELD_MS))
  })
}
