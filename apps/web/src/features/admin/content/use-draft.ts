import type { AdminContent } from '@flowprint/contract'
import type { Language } from '@flowprint/messages'
import { useEffect, useState } from 'react'
import { useUser } from '../../../shared/session/user.ts'
import { draftOf, EMPTY, isSame, type Draft } from './draft.ts'
import { keepDraft, readKept } from './kept-draft.ts'
import { withoutWaiting } from './uploads.ts'

const KEEP_AFTER_MS = 400

interface Base {
  readonly draft: Draft
  /** The version that a save is made on. */
  readonly version: number
}

export interface WorkingDraft {
  readonly draft: Draft
  readonly version: number
  readonly isChanged: boolean
  /** When what was not saved was typed, where it was found again. */
  readonly foundAt: string | null
  readonly change: (changes: Partial<Draft>) => void
  /** Everything up to here is saved as this version. */
  readonly saved: (draft: Draft, version: number) => void
  /** The next save is made on this version, whatever it says. */
  readonly buildOn: (version: number) => void
  readonly discard: () => void
  /** Left on purpose: nothing is to be found again. */
  readonly forget: () => void
}

/** What is being written on what was loaded; what is not saved is kept in the tab meanwhile. */
export function useDraft(key: string, language: Language, loaded: AdminContent | null): WorkingDraft {
  const writer = useUser(({ user }) => user?.id) ?? 0
  const [base, setBase] = useState<Base>(() =>
    loaded === null ? { draft: EMPTY, version: 0 } : { draft: draftOf(loaded), version: loaded.version },
  )
  const [found, setFound] = useState(() => {
    const kept = readKept({ writer, key, language })
    if (kept === null) return null
    const draft = { ...kept.draft, markdown: withoutWaiting(kept.draft.markdown) }
    return isSame(draft, base.draft) ? null : { ...kept, draft }
  })
  const [draft, setDraft] = useState(found?.draft ?? base.draft)
  // What was found was written on the version of then: the server says if that is no longer the newest.
  const [version, setVersion] = useState(found?.version ?? base.version)
  const isChanged = !isSame(draft, base.draft)

  useEffect(() => {
    if (!isChanged) {
      keepDraft({ writer, key, language }, null)
      return
    }
    const keep = () => keepDraft({ writer, key, language }, { draft, version, at: new Date().toISOString() })
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    // What was typed a moment before the page goes is kept as well.
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
    }
  }, [writer, key, language, draft, version, isChanged])

  return {
    draft,
    version,
    isChanged,
    foundAt: found?.at ?? null,
    change: (changes) => setDraft((now) => ({ ...now, ...changes })),
    saved: (written, next) => {
      setBase({ draft: written, version: next })
      setDraft(written)
      setVersion(next)
      setFound(null)
    },
    buildOn: setVersion,
    discard: () => {
      setDraft(base.draft)
      setVersion(base.version)
      setFound(null)
    },
    forget: () => keepDraft({ writer, key, language }, null),
  }
}
