/** Other tabs hear of an event within this time. */
const HELD_MS = 10_000

/** Does something in one of the tabs of this browser that hear of the same; where tabs cannot agree, in each. */
export async function inOneTab(name: string, act: () => void): Promise<void> {
  if (!('locks' in navigator)) return act()
  await navigator.locks.request(`flowprint ${name}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    act()
    await new Promise((done) => setTimeout(done, HELD_MS))
  })
}
