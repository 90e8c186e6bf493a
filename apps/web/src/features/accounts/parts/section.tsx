import { useId, type ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  readonly lead?: string
  /** Status next to the title. */
  readonly state?: ReactNode
  readonly children?: ReactNode
}

export function Section({ title, lead, state, children }: SectionProps) {
  const id = useId()
  return (
    <section className="flex flex-col gap-3 pt-5 border-t border-line" aria-labelledby={id}>
      <div className="flex items-center justify-between gap-2">
        <h2 id={id} className="text-xl font-semibold">
          {title}
        </h2>
        {state}
      </div>
      {lead && <p className="text-muted text-m">{lead}</p>}
      {children}
    </section>
  )
}
