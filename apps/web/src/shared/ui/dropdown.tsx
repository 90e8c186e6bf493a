import { useId, useState, type ReactElement, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import styles from './dropdown.module.css'
import type { HoverOpen } from './hover-open.ts'
import { placePanel } from './place-panel.ts'

/** What the trigger must spread on its button so that the browser opens, closes and returns focus by itself. */
export interface DropdownTrigger {
  readonly popoverTarget: string
  readonly 'aria-expanded': boolean
  readonly 'aria-haspopup': 'menu' | 'dialog'
}

interface DropdownProps {
  readonly label: string
  readonly kind?: 'menu' | 'dialog'
  /** Where the panel's edge lies: with the trigger's start or its end. */
  readonly align?: 'start' | 'end'
  /** Of useHoverOpen with the same `id`: a mouse that rests on the trigger opens it too. */
  readonly hover?: HoverOpen
  readonly trigger: (props: DropdownTrigger) => ReactElement
  /** Made only while open; `close` hides the panel and gives focus back to the trigger. */
  readonly children: (close: () => void) => ReactNode
  readonly id?: string
}

/** Where the keyboard goes when a panel opens: its search field, else the ticked item of its first menu, else the first. */
function firstStop(panel: HTMLElement): HTMLElement | null {
  const menu = panel.querySelector('[role=menu]')
  return (
    panel.querySelector<HTMLElement>('[role=combobox]') ??
    menu?.querySelector<HTMLElement>('[aria-checked=true]') ??
    menu?.querySelector<HTMLElement>('[role^=menuitem]') ??
    null
  )
}

/** What is still on its way makes the panel larger when it comes. */
function placeOnceFilled(panel: HTMLElement, place: (panel: HTMLElement) => void): void {
  const filled = new MutationObserver(() => {
    filled.disconnect()
    if (panel.matches(':popover-open')) place(panel)
  })
  filled.observe(panel, { childList: true })
}

/** A panel below its button, in the top layer: outside click and Escape close it. On a phone a sheet from below. */
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
          // The content must be there before the browser looks for what to focus and we measure where to put it.
          if (event.newState === 'open') queueMicrotask(() => flushSync(() => setOpen(true)))
        }}
        onToggle={(event) => {
          if (event.target !== event.currentTarget) return
          setOpen(event.newState === 'open')
          if (event.newState !== 'open') return hover?.closed()
          const panel = event.currentTarget
          place(panel)
          if (panel.childElementCount === 0) placeOnceFilled(panel, place)
          // Only now it can be seen, and only what can be seen takes the focus; a mouse passing by takes none.
          if (!hover?.isOpenedByHover() && !event.currentTarget.contains(document.activeElement))
            firstStop(event.currentTarget)?.focus()
        }}
      >
        {open && children(close)}
      </div>
    </>
  )
}
