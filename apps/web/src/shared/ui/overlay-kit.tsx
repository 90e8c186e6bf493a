/** The lazy half of Dropdown, Menu, ContextMenu and TooltipHost, on Base UI (docs/decisions/widgets.md). */
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Tooltip } from '@base-ui/react/tooltip'
import { useEffect, useRef, type ComponentProps, type PointerEventHandler, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './icons.tsx'
import styles from './overlay-kit.module.css'

/** Initial focus: the search field, otherwise the checked item of the first menu, otherwise its first item. */
function firstStop(panel: HTMLElement | null): HTMLElement | null {
  const menu = panel?.querySelector('[role=menu]')
  return (
    panel?.querySelector<HTMLElement>('[role=combobox]') ??
    menu?.querySelector<HTMLElement>('[aria-checked=true]') ??
    menu?.querySelector<HTMLElement>('[role^=menuitem]') ??
    null
  )
}

/**
 * The kit hides its focus guards from screen readers, although they take focus: a serious finding of axe. Focus leaves
 * them at once, so that they need not be hidden.
 */
function showGuards(): void {
  for (const guard of document.querySelectorAll('[data-base-ui-focus-guard]')) guard.removeAttribute('aria-hidden')
}

interface PanelProps {
  readonly kind: 'menu' | 'dialog'
  readonly label: string
  readonly align: 'start' | 'end'
  readonly open: boolean
  /** The trigger, or a point of the window. */
  readonly anchor: RefObject<HTMLElement | null> | { readonly x: number; readonly y: number }
  /** Opened by hover: the focus stays where it is. */
  readonly quiet?: boolean
  readonly onClose: () => void
  readonly pointer?: {
    readonly onPointerEnter: PointerEventHandler
    readonly onPointerLeave: PointerEventHandler
  }
  readonly children: ReactNode
}

/** A panel next to its anchor; a press outside, Escape and Tab out of it close it. A bottom sheet on a phone. */
export function Panel({ kind, label, align, open, anchor, quiet, onClose, pointer, children }: PanelProps) {
  const popup = useRef<HTMLDivElement>(null)
  const trigger = 'x' in anchor ? null : anchor
  const point = 'x' in anchor ? anchor : null

  // Missing in the popup's public type.
  const focus = { initialFocus: () => (quiet ? false : (firstStop(popup.current) ?? false)) }

  // Lazy content arrives after the panel opened.
  useEffect(() => {
    const panel = popup.current
    if (!open || quiet || panel === null) return
    const observer = new MutationObserver(() => {
      const stop = firstStop(panel)
      if (stop === null) return
      observer.disconnect()
      if (!panel.contains(document.activeElement)) stop.focus()
    })
    observer.observe(panel, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [open, quiet])

  return (
    <BaseMenu.Root
      open={open}
      modal={false}
      highlightItemOnHover={false}
      onOpenChangeComplete={showGuards}
      onOpenChange={(_, details) => {
        // The trigger toggles by itself.
        if (details.reason === 'outside-press' && trigger?.current?.contains(details.event.target as Node))
          return details.cancel()
        onClose()
      }}
    >
      <BaseMenu.Portal>
        <BaseMenu.Backdrop className={styles.backdrop} />
        <BaseMenu.Positioner
          className={styles.positioner}
          positionMethod="fixed"
          anchor={trigger ?? { getBoundingClientRect: () => new DOMRect(point?.x, point?.y, 0, 0) }}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          {...pointer}
        >
          <BaseMenu.Popup
            ref={popup}
            className={styles.panel}
            data-overlay="panel"
            role={kind === 'dialog' ? 'dialog' : 'presentation'}
            aria-label={kind === 'dialog' ? label : undefined}
            {...focus}
            onKeyDown={(event) => {
              // Fields next to a menu keep their keys.
              if ((event.target as Element).closest('[role=menu]') === null) event.preventBaseUIHandler()
            }}
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

export interface MenuItem {
  readonly key: string
  readonly label: string
  /** Checked state: of a radio group, or independent when `kind` is 'checkbox'. Undefined = a plain command. */
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

export interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly heading?: ReactNode
}

/** A list of commands or choices: arrows, Home and End move, letters jump, Enter and Space choose. */
export function MenuList({ label, items, heading }: MenuProps) {
  // Without checks and icons, labels start at the edge.
  const isMarked = items.some(({ icon, checked }) => icon !== undefined || checked !== undefined)
  return (
    <BaseMenu.RadioGroup
      role="menu"
      aria-label={label}
      className={styles.menu}
      value={items.find(({ checked, kind }) => checked && kind !== 'checkbox')?.key ?? null}
    >
      {heading && <div className="px-2.5 pt-2 pb-1 text-faint text-s">{heading}</div>}
      {items.map((item) => (
        <Item key={item.key} item={item} isMarked={isMarked} />
      ))}
    </BaseMenu.RadioGroup>
  )
}

function Item({ item, isMarked }: { readonly item: MenuItem; readonly isMarked: boolean }) {
  const content = (
    <>
      {isMarked && (
        <span className="flex-none size-4 text-brand">
          {item.checked ? <Icon name="check" /> : item.icon && <Icon name={item.icon} />}
        </span>
      )}
      <span className={styles.label}>{item.label}</span>
      {item.note && <span className="text-faint text-s">{item.note}</span>}
      {item.badge}
    </>
  )
  const common = { className: styles.item, closeOnClick: false, onClick: item.onSelect, children: content }
  if (item.to !== undefined) return <BaseMenu.LinkItem {...common} render={<Link to={item.to} />} />
  const button = {
    ...common,
    nativeButton: true,
    render: (props: ComponentProps<'button'>) => <button {...props} type="button" />,
  }
  if (item.checked === undefined) return <BaseMenu.Item {...button} />
  return item.kind === 'checkbox' ? (
    <BaseMenu.CheckboxItem {...button} checked={item.checked} />
  ) : (
    <BaseMenu.RadioItem {...button} value={item.key} />
  )
}

interface TooltipBoxProps {
  readonly anchor: Element
  readonly label: string
  readonly hotkey: string
}

export function TooltipBox({ anchor, label, hotkey }: TooltipBoxProps) {
  return (
    // The host closes it; Escape stays available to the page.
    <Tooltip.Root open onOpenChange={(_, details) => details.allowPropagation()}>
      <Tooltip.Portal>
        <Tooltip.Positioner
          className={styles.tipPositioner}
          positionMethod="fixed"
          anchor={anchor}
          side="bottom"
          sideOffset={4}
          collisionPadding={8}
        >
          <Tooltip.Popup className={styles.tip} aria-hidden="true" data-tooltip="">
            {label}
            {hotkey && <span className={styles.key}>{hotkey}</span>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
