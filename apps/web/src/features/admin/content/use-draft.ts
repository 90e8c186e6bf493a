import type { AdminContent } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { useEffect, useState } from 'react'
import { useUser } from '../../../shared/session/user.ts'
import { draftOf, EMPTY, isSame, type Draft } from './draft.ts'
import { keepDraft, readKept } from './kept-draft.ts'
import { withoutWaiting } from './uploads.ts'

const KEEP_AFTER_MS = 400

interface Base {
  readonly draft: Draft
  /** The version a save is based on. */
  readonly version: number
}

export interface WorkingDraft {
  readonly draft: Draft
  readonly version: number
  readonly isChanged: boolean
  /** When a restored draft was typed. */
  readonly foundAt: string | null
  readonly change: (changes: Partial<Draft>) => void
  /** Marks everything up to here as saved in this version. */
  readonly saved: (draft: Draft, version: number) => void
  /** Bases the next save on this version, overwriting it. */
  readonly buildOn: (version: number) => void
  readonly discard: () => void
  /** Discards the draft. */
  readonly forget: () => void
}

/** The edited draft on top of the loaded version; unsaved changes are stored in the tab. */
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
  // A restored draft keeps its base version: the server reports when it is outdated.
  const [version, setVersion] = useState(found?.version ?? base.version)
  const isChanged = !isSame(draft, base.draft)

  useEffect(() => {
    if (!isChanged) {
      keepDraft({ writer, key, language }, null)
      return
    }
    const keep = () => keepDraft({ writer, key, language }, { draft, version, at: new Date().toISOString() })
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    // Also store what was typed just before the page is unloaded.
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
