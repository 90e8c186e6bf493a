import { useQueryClient } from '@tanstack/react-query'
import { useStepUp } from '../../../shared/ui/step-up/use-step-up.tsx'
import { showToast } from '../../../shared/ui/toasts.ts'
import { ADMIN_KEY } from '../list/use-list.ts'

/** Runs a back-office action: step-up when required, success toast, then invalidates all lists. */
export function useAct() {
  const client = useQueryClient()
  const { withStepUp, dialog } = useStepUp()
  const act = async <Result>(run: () => Promise<Result>, done: (result: Result) => string): Promise<Result> => {
    const result = await withStepUp(run)
    showToast(done(result))
    void client.invalidateQueries({ queryKey: ADMIN_KEY })
    return result
  }
  return { act, stepUp: dialog }
}
