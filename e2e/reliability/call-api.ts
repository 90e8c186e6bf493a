/** Calls the JSON API; throws when it refuses. */
export async function callApi<Data>(
  url: string,
  token: string,
  name: string,
  query: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Data> {
  const response = await fetch(`${url}/api/${name}?${new URLSearchParams(query)}`, {
    headers: { accept: 'application/json', language: 'en', authorization: token, ...headers },
    signal: AbortSignal.timeout(30_000),
  })
  const body = (await response.json()) as { data: Data; message: string }
  if (!response.ok)
    throw new Error(`/api/${name} ${JSON.stringify(query)} answered ${response.status}: ${body.message}`)
  return body.data
}
