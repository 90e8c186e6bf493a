/**
 * Actions that require a step-up (428 STEP_UP_REQUIRED): shows the dialog and repeats the action once confirmed.
 *
 *   const { withStepUp, dialog } = useStepUp()
 *   send: () => withStepUp(() => setReceiveAddress(address))
 *   return <> … {dialog}</>
 */
import { useState, type ReactNode } from 'react'
import { CallFailure, failureSlug } from '../../http/envelope.ts'
import { useUser } from '../../session/user.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

interface StepUp {
  /** Closing the dialog cancels with an AbortError, which is not shown. */
  readonly withStepUp: <Result>(act: () => Promise<Result>) => Promise<Result>
  readonly dialog: ReactNode
}

interface Asking {
  readonly confirmed: () => void
  readonly closed: () => void
}

const asksForStepUp = (error: unknown) =>
  error instanceof CallFailure && ['STEP_UP_REQUIRED', 'OTP_REQUIRED'].includes(failureSlug(error))

export function useStepUp(): StepUp {
  const [asking, setAsking] = useState<Asking | null>(null)
  const user = useUser((state) => state.user)

  const confirm = () =>
    new Promise<void>((confirmed, refused) => {
      setAsking({ confirmed, closed: () => refused(new DOMException('not confirmed', 'AbortError')) })
    }).finally(() => setAsking(null))

  const withStepUp: StepUp['withStepUp'] = async (act) => {
    try {
      return await act()
    } catch (error) {
      if (!asksForStepUp(error)) throw error
      await confirm()
      return act()
    }
  }
  const dialog = asking && user && <StepUpDialog user={user} onConfirmed={asking.confirmed} onClose={asking.closed} />
  return { withStepUp, dialog }
}
