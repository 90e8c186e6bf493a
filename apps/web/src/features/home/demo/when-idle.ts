/** Idle at the latest after this long: a busy machine shows the chart too. */
const LATEST_MS = 3000

/** Acts once the page is loaded and has nothing else to do; returns what takes it back. */
export function whenIdle(act: () => void): () => void {
  let taken = false
  const run = () => !taken && act()
  const wait = () => {
    if (taken) return
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: LATEST_MS })
    // Safari has no word for it.
    else setTimeout(run, 200)
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
  return () => {
    taken = true
    removeEventListener('load', wait)
  }
}
