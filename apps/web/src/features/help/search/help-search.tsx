import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { localeOf, useLanguage } from '../../../shared/i18n/language.ts'
import { isOverlayOpen } from '../../../shared/ui/overlays.ts'
import { topicPath } from '../topics.ts'
import type { Hit } from './help-index.ts'
import type { Piece } from './highlight.ts'
import { moved, useHits } from './use-hits.ts'
import styles from './search.module.css'
import { SearchBox } from '../../../shared/ui/search-field.tsx'

/** Search over all topics. `/` focuses it; arrows select, Enter opens, Escape leaves. */
export function HelpSearch() {
  const { t } = useTranslation()
  const language = useLanguage()
  const navigate = useNavigate()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const { hits, state } = useHits(query, language)
  useSlash(field)

  const type = (text: string) => {
    setQuery(text)
    setChosen(0)
    setOpen(true)
  }
  const go = (hit: Hit | undefined) => {
    if (hit === undefined) return
    setOpen(false)
    setQuery('')
    field.current?.blur()
    void navigate(topicPath(hit.slug, hit.section || undefined))
  }
  const onKey = (event: KeyboardEvent) => {
    // Enter and arrows during IME composition belong to the input method.
    if (event.nativeEvent.isComposing) return
    const next = moved(event.key, chosen, hits.length)
    if (next !== null) {
      event.preventDefault()
      setChosen(next)
    } else if (event.key === 'Enter') go(hits[chosen])
    else if (event.key === 'Escape') {
      if (query === '') field.current?.blur()
      type('')
    }
  }
  const isShown = isOpen && query.trim() !== ''
  const option = (k: number) => `${id}-${k}`

  return (
    <div
      className={styles.box}
      role="search"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <SearchBox
        ref={field}
        role="combobox"
        value={query}
        maxLength={80}
        aria-label={t('help.search.label')}
        placeholder={t('help.search.label')}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && hits.length > 0 ? option(chosen) : undefined}
        aria-keyshortcuts="/"
        onChange={(event) => type(event.target.value)}
        onFocus={() => setOpen(true)}
        onKeyDown={onKey}
        size="large"
        side={
          <kbd className={styles.slash} aria-hidden="true">
            /
          </kbd>
        }
      />
      <span className="visually-hidden" role="status">
        {isShown &&
          (state === 'ready'
            ? hits.length > 0
              ? t('help.search.count', { total: hits.length })
              : t('help.search.none', { text: query.trim() })
            : t(`help.search.${state}`))}
      </span>
      <div className={styles.results} hidden={!isShown}>
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('help.search.results')}
          className={styles.list}
          hidden={hits.length === 0}
        >
          {hits.map((hit, k) => (
            <div
              key={`${hit.slug}#${hit.section}`}
              id={option(k)}
              role="option"
              aria-selected={k === chosen}
              className={styles.hit}
              ref={(row) => {
                if (k === chosen && isShown) row?.scrollIntoView({ block: 'nearest' })
              }}
              onMouseMove={() => k !== chosen && setChosen(k)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => go(hit)}
            >
              <span className="text-default text-l font-semibold">
                <Pieces of={hit.title} />
                {hit.heading.length > 0 && (
                  <>
                    {' '}
                    › <Pieces of={hit.heading} />
                  </>
                )}
              </span>
              <span className="text-muted text-m wrap-anywhere" lang={localeOf(hit.language)}>
                <Pieces of={hit.excerpt} />
              </span>
            </div>
          ))}
        </div>
        {hits.length === 0 &&
          (state === 'ready' ? (
            <div className="p-4 text-muted">
              <p>{t('help.search.none', { text: query.trim() })}</p>
              <p>{t('help.search.noneHint')}</p>
            </div>
          ) : (
            <p className="p-4 text-muted">{t(`help.search.${state}`)}</p>
          ))}
        {hits.length > 0 && (
          <p className="px-4 py-2 border-t border-line text-faint text-s pointer-coarse:hidden">
            {t('help.keyboardHint', { key: '/' })}
          </p>
        )}
      </div>
    </div>
  )
}

function Pieces({ of }: { of: readonly Piece[] }) {
  return of.map(({ text, at, isHit }) =>
    isHit ? (
      <mark key={at} className="rounded-[2px] bg-warning-tint text-default">
        {text}
      </mark>
    ) : (
      <span key={at}>{text}</span>
    ),
  )
}

/** `/` outside a field. */
function useSlash(field: { readonly current: HTMLInputElement | null }): void {
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isOverlayOpen() || (event.target as Element).closest('input, textarea, select, [contenteditable]')) return
    event.preventDefault()
    field.current?.focus()
    field.current?.select()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
