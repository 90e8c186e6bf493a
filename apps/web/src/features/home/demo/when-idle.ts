/** Maximum wait, so that a busy machine shows the chart too. */
const LATEST_MS = 3000

/** Runs a callback once the page is loaded and idle; returns the cancel function. */
export function whenIdle(act: () => void): () => void {
  let taken = false
  const run = () => !taken && act()
  const wait = () => {
    if (taken) return
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: LATEST_MS })
    // Safari has no requestIdleCallback.
    else setTimeout(run, 200)
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
  return () => {
    taken = true
    removeEventListener('load', wait)
  }
}
