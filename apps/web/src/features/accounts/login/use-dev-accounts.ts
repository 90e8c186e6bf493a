import { useQuery } from '@tanstack/react-query'
import { loadDevAccounts } from '../calls.ts'
import { isThisMachine } from '../../../shared/this-machine.ts'

/** The development accounts; only a development server provides them. */
export function useDevAccounts() {
  return useQuery({
    queryKey: ['dev', 'accounts'],
    queryFn: ({ signal }) => loadDevAccounts(signal),
    enabled: isThisMachine(),
    retry: false,
  }).data
}
