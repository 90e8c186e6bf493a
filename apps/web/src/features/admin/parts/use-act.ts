import { useQueryClient } from '@tanstack/react-query'
import { useStepUp } from '../../../shared/ui/step-up/use-step-up.tsx'
import { showToast } from '../../../shared/ui/toasts.ts'
import { ADMIN_KEY } from '../list/use-rows.ts'

/** An act of the back office: asks for a step-up where the server wants one, then says what was done, and every list is read again. */
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
