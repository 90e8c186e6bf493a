import { useRef, useState, type ReactElement, type ReactNode, type Ref } from 'react'
import { useHoverOpen, type HoverTarget } from './hover-open.ts'
import { loadOverlays, useOverlayKit } from './overlays.ts'

/** Props for the trigger button. */
export interface DropdownTrigger extends Partial<HoverTarget> {
  readonly id: string | undefined
  readonly ref: Ref<HTMLButtonElement>
  readonly 'aria-expanded': boolean
  readonly 'aria-haspopup': 'menu' | 'dialog'
  readonly onClick: () => void
}

interface DropdownProps {
  readonly label: string
  readonly kind?: 'menu' | 'dialog'
  /** Alignment with the trigger's start or end. */
  readonly align?: 'start' | 'end'
  /** Resting on the trigger opens the panel too, leaving both closes it, a click keeps it open. */
  readonly openOnHover?: boolean
  readonly trigger: (props: DropdownTrigger) => ReactElement
  /** Rendered only while open; `close` hides the panel and returns focus to the trigger. */
  readonly children: (close: () => void) => ReactNode
  /** Id of the trigger. */
  readonly id?: string
}

/** A panel below its button; a press outside and Escape close it. A bottom sheet on a phone. */
export function Dropdown({
  label,
  kind = 'dialog',
  align = 'start',
  openOnHover,
  trigger,
  children,
  id,
}: DropdownProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const kit = useOverlayKit()
  const change = (next: boolean) => {
    if (next) void loadOverlays()
    setOpen(next)
  }
  const hover = useHoverOpen(open, change)
  const close = () => change(false)

  return (
    <>
      {trigger({
        id,
        ref: button,
        'aria-expanded': open,
        'aria-haspopup': kind,
        onClick: () => (openOnHover && hover.pin() ? undefined : change(!open)),
        ...(openOnHover && hover.target),
      })}
      {kit && (
        <kit.Panel
          kind={kind}
          label={label}
          align={align}
          open={open}
          anchor={button}
          quiet={hover.isQuiet}
          onClose={close}
          pointer={openOnHover ? hover.target : undefined}
        >
          {open && children(close)}
        </kit.Panel>
      )}
    </>
  )
}
