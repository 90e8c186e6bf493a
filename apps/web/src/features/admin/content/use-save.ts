import type { AdminContent, ContentKind } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureSlug } from '../../../shared/http/envelope.ts'
import { endsHere, isAborted, failureText } from '../../../shared/http/failures.ts'
import { loadContent, saveContent } from '../calls.ts'
import { useAct } from '../parts/use-act.ts'
import { draftFaults, type DraftFaults, tidy, type WorkingDraft } from './draft.ts'

type SaveAs = 'draft' | 'publish' | 'withdraw'

interface Saving {
  readonly key: string
  readonly kind: ContentKind
  readonly language: Language
  readonly work: WorkingDraft
}

interface Save {
  readonly isBusy: boolean
  /** Validation errors, after the first attempt to save. */
  readonly faults: DraftFaults
  /** Incremented whenever a save is rejected for them. */
  readonly refusals: number
  readonly notice: string | null
  /** The version someone else saved. */
  readonly theirs: AdminContent | null
  readonly setTheirs: (theirs: AdminContent | null) => void
  /** `remark`: the reason for publishing or withdrawing. */
  readonly save: (as: SaveAs, remark?: string) => Promise<void>
  /** Validates the draft; errors show at their fields. */
  readonly check: (as: SaveAs) => boolean
  readonly stepUp: ReactNode
}

const DONE = { draft: 'savedDraft', publish: 'published', withdraw: 'withdrawn' } as const

/** Saves the draft on its base version; a concurrent save is shown instead of overwritten. */
export function useSave({ key, kind, language, work }: Saving, faster: AdminContent | null): Save {
  const { t } = useTranslation()
  const { act, stepUp } = useAct()
  const [isBusy, setBusy] = useState(false)
  const [tried, setTried] = useState<SaveAs | null>(null)
  const [refusals, setRefusals] = useState(0)
  const [notice, setNotice] = useState<string | null>(null)
  const [theirs, setTheirs] = useState(faster)

  const send = async (as: SaveAs, remark?: string) => {
    const draft = tidy(work.draft)
    const body = {
      key,
      kind,
      language,
      ...draft,
      publish: as === 'publish',
      version: work.version,
      ...(as === 'withdraw' ? { withdraw: true } : {}),
      ...(remark === undefined ? {} : { remark }),
    }
    const { version } = await act(
      () => saveContent(body),
      (done) => t(`admin.content.save.${DONE[as]}`, { version: done.version }),
    )
    work.saved(draft, version)
    setTried(null)
  }
  const said = async (reason: unknown): Promise<void> => {
    if (endsHere(reason) || isAborted(reason)) return
    const isStale = failureSlug(reason) === 'STALE_VERSION'
    const newest = isStale ? await loadNewest() : null
    if (newest === null) setNotice(failureText(t, reason))
    else setTheirs(newest)
  }
  const loadNewest = async () => {
    try {
      return await loadContent(key, language)
    } catch {
      return null
    }
  }
  const faultsFor = (as: SaveAs) => draftFaults(work.draft, as === 'publish')
  const check = (as: SaveAs) => {
    setTried(as)
    const isFine = Object.keys(faultsFor(as)).length === 0
    if (!isFine) setRefusals((before) => before + 1)
    return isFine
  }
  return {
    isBusy,
    faults: tried === null ? {} : faultsFor(tried),
    refusals,
    notice,
    theirs,
    setTheirs,
    check,
    stepUp,
    save: async (as, remark) => {
      if (!check(as)) return
      setBusy(true)
      setNotice(null)
      setTheirs(null)
      try {
        await send(as, remark)
      } catch (error) {
        await said(error)
      }
      setBusy(false)
    },
  }
}
