import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endsHere, sayFailure } from '../../../shared/http/react-to-failure.ts'
import { Confirm } from '../../../shared/ui/confirm.tsx'
import { saveMarket } from '../calls.ts'
import { useAct } from '../parts/use-act.ts'
import type { Market } from './join-markets.ts'
import { savedText } from './saved-text.ts'

/** Begins or stops to follow a market of the list. */
export function FollowDialog({ market: { symbol, enabled }, onClose }: { market: Market; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await act(() => saveMarket({ symbol, enabled: !enabled }), (saved) => savedText(t, saved))
    } catch (failure) {
      if (!endsHere(failure)) sayFailure(failure)
    }
    onClose()
  }
  return (
    <>
      <Confirm title={t(enabled ? 'admin.feeds.stopTitle' : 'admin.feeds.startTitle', { symbol })} confirm={t(enabled ? 'admin.feeds.stop' : 'admin.feeds.start')}
        busy={busy} onConfirm={() => void save()} onCancel={onClose}>
        {t(enabled ? 'admin.feeds.stopText' : 'admin.feeds.startText', { symbol })}
      </Confirm>
      {stepUp}
    </>
  )
}
