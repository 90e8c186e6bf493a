import { useId, useState, type ReactElement, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import styles from './dropdown.module.css'
import type { HoverOpen } from './hover-open.ts'
import { placePanel } from './place-panel.ts'

/** Props for the trigger button, with which the browser opens, closes and restores focus. */
export interface DropdownTrigger {
  readonly popoverTarget: string
  readonly 'aria-expanded': boolean
  readonly 'aria-haspopup': 'menu' | 'dialog'
}

interface DropdownProps {
  readonly label: string
  readonly kind?: 'menu' | 'dialog'
  /** Alignment with the trigger's start or end. */
  readonly align?: 'start' | 'end'
  /** From useHoverOpen with the same `id`: hovering the trigger opens it too. */
  readonly hover?: HoverOpen
  readonly trigger: (props: DropdownTrigger) => ReactElement
  /** Rendered only while open; `close` hides the panel and returns focus to the trigger. */
  readonly children: (close: () => void) => ReactNode
  readonly id?: string
}

/**
 * Initial focus of a panel: its search field, otherwise the checked item of its first menu, otherwise the first item.
 */
function firstStop(panel: HTMLElement): HTMLElement | null {
  const menu = panel.querySelector('[role=menu]')
  return (
    panel.querySelector<HTMLElement>('[role=combobox]') ??
    menu?.querySelector<HTMLElement>('[aria-checked=true]') ??
    menu?.querySelector<HTMLElement>('[role^=menuitem]') ??
    null
  )
}

/** Lazy content changes the panel's size. */
function placeOnceFilled(panel: HTMLElement, place: (panel: HTMLElement) => void): void {
  const filled = new MutationObserver(() => {
    filled.disconnect()
    if (panel.matches(':popover-open')) place(panel)
  })
  filled.observe(panel, { childList: true })
}

/** A panel below its button, in the top layer; outside click and Escape close it. A bottom sheet on a phone. */
export function Dropdown({ label, kind = 'dialog', align = 'start', hover, trigger, children, id }: DropdownProps) {
  const ownId = useId()
  const panelId = id ?? ownId
  const [open, setOpen] = useState(false)
  const close = () => document.getElementById(panelId)?.hidePopover()
  const place = (panel: HTMLElement) => {
    const button = document.querySelector(`[popovertarget="${CSS.escape(panelId)}"]`)
    if (button) placePanel(panel, button.getBoundingClientRect(), align)
  }

  return (
    <>
      {trigger({ popoverTarget: panelId, 'aria-expanded': open, 'aria-haspopup': kind })}
      <div
        id={panelId}
        popover="auto"
        role={kind === 'dialog' ? 'dialog' : undefined}
        aria-label={label}
        className={`${styles.panel} ${styles.sheet}`}
        {...hover?.panel}
        onBeforeToggle={(event) => {
          if (event.target !== event.currentTarget) return
          // Render the content before the browser sets focus and the position is measured.
          if (event.newState === 'open') queueMicrotask(() => flushSync(() => setOpen(true)))
        }}
        onToggle={(event) => {
          if (event.target !== event.currentTarget) return
          setOpen(event.newState === 'open')
          if (event.newState !== 'open') return hover?.closed()
          const panel = event.currentTarget
          place(panel)
          if (panel.childElementCount === 0) placeOnceFilled(panel, place)
          // Only visible elements can receive focus; opening by hover does not move it.
          if (!hover?.isOpenedByHover() && !event.currentTarget.contains(document.activeElement))
            firstStop(event.currentTarget)?.focus()
        }}
      >
        {open && children(close)}
      </div>
    </>
  )
}
