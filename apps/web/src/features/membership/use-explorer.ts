import { useQuery } from '@tanstack/react-query'
import { loadNetworks } from './calls.ts'

/** Makes the explorer's address of a transaction; undefined while it is not known where that is. */
export function useExplorer(): (transactionId: string) => string | undefined {
  const { data } = useQuery({
    queryKey: ['networks'],
    queryFn: ({ signal }) => loadNetworks(signal),
    staleTime: Infinity,
  })
  const pattern = data?.[0]?.explorer_url
  return (transactionId) => pattern?.replace('{id}', transactionId)
}
