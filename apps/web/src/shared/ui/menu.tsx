import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './icons.tsx'
import { nextIndex } from './roving.ts'
import styles from './menu.module.css'

export interface MenuItem {
  readonly key: string
  readonly label: string
  /** Checked state: of a radio group when `kind` is 'radio', otherwise independent. Undefined = a plain command. */
  readonly checked?: boolean
  readonly kind?: 'radio' | 'checkbox'
  readonly note?: string
  /** A number at the end of the item, usually a Badge. */
  readonly badge?: ReactNode
  readonly icon?: IconName
  /** A page: the item is a link, which can be opened in a new tab. */
  readonly to?: string
  readonly onSelect: () => void
}

interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly heading?: ReactNode
}

const itemsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]

/** A list of commands or choices: arrows, Home and End move, letters jump, Enter and Space choose. */
export function Menu({ label, items, heading }: MenuProps) {
  const list = useRef<HTMLDivElement>(null)
  // Without checks and icons, labels start at the edge.
  const isMarked = items.some(({ icon, checked }) => icon !== undefined || checked !== undefined)

  const onKeyDown = (event: KeyboardEvent) => {
    const all = itemsOf(list.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const typed = event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== ' '
    const target = typed
      ? all.findIndex((_, offset) =>
          all[(at + 1 + offset) % all.length].textContent?.toLowerCase().startsWith(event.key.toLowerCase()),
        )
      : nextIndex(event.key, at, all.length, 'vertical')
    if (target < 0) return
    event.preventDefault()
    all[typed ? (at + 1 + target) % all.length : target]?.focus()
  }

  return (
    <div ref={list} role="menu" aria-label={label} className={styles.menu} onKeyDown={onKeyDown}>
      {heading && <div className={styles.heading}>{heading}</div>}
      {items.map((item) =>
        item.to === undefined ? (
          <button
            key={item.key}
            type="button"
            className={styles.item}
            tabIndex={-1}
            onClick={item.onSelect}
            role={
              item.checked === undefined ? 'menuitem' : item.kind === 'checkbox' ? 'menuitemcheckbox' : 'menuitemradio'
            }
            aria-checked={item.checked}
          >
            <ItemContent item={item} isMarked={isMarked} />
          </button>
        ) : (
          <Link
            key={item.key}
            to={item.to}
            role="menuitem"
            className={styles.item}
            tabIndex={-1}
            onClick={item.onSelect}
          >
            <ItemContent item={item} isMarked={isMarked} />
          </Link>
        ),
      )}
    </div>
  )
}

function ItemContent({ item, isMarked }: { item: MenuItem; isMarked: boolean }) {
  return (
    <>
      {isMarked && (
        <span className={styles.mark}>
          {item.checked ? <Icon name="check" /> : item.icon && <Icon name={item.icon} />}
        </span>
      )}
      <span className={styles.label}>{item.label}</span>
      {item.note && <span className={styles.note}>{item.note}</span>}
      {item.badge}
    </>
  )
}
