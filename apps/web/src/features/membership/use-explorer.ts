import { useQuery } from '@tanstack/react-query'
import { loadNetworks } from './calls.ts'

/** Builds the explorer URL of a transaction; undefined while the explorer is unknown. */
export function useExplorer(): (transactionId: string) => string | undefined {
  const { data } = useQuery({
    queryKey: ['networks'],
    queryFn: ({ signal }) => loadNetworks(signal),
    staleTime: Infinity,
  })
  const pattern = data?.at(0)?.explorer_url
  return (transactionId) => pattern?.replace('{id}', transactionId)
}
