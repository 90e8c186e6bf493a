const TIMEOUT_MS = 10_000

/**
 * Makes a process that was started with `--inspect=127.0.0.1:<port>` collect its garbage: while memory is plentiful V8
 * lets it wait, so that a process looks as if it kept what it has dropped. Collects the main thread's heap.
 */
export async function collectGarbage(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const [target] = (await response.json()) as readonly { readonly webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`the inspector at ${port} did not answer within ${TIMEOUT_MS} ms`)),
        TIMEOUT_MS,
      )
      socket.addEventListener('open', () => socket.send('{"id":1,"method":"HeapProfiler.collectGarbage"}'))
      socket.addEventListener('error', () => reject(new Error(`the inspector at ${port} refused the connection`)))
      socket.addEventListener('message', ({ data }) => {
        if ((JSON.parse(String(data)) as { readonly id?: number }).id !== 1) return
        clearTimeout(timer)
        resolve()
      })
    })
  } finally {
    socket.close()
  }
}
