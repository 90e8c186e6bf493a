import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contrast } from './contrast.ts'
import styles from './style.module.css'

interface SwatchesProps {
  /** Token names without dashes: a background, or a text role and its background, whose contrast is shown. */
  readonly names: readonly (string | readonly [ink: string, ground: string])[]
}

/** Current token colours. */
export function Swatches({ names }: SwatchesProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-3">
      {names.map((name) =>
        typeof name === 'string' ? (
          <Ground key={name} name={name} />
        ) : (
          <Ink key={name[0]} name={name[0]} on={name[1]} />
        ),
      )}
    </ul>
  )
}

function Ground({ name }: { name: string }) {
  const colour = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => colour.current?.style.setProperty('background', `var(--${name})`), [name])
  return (
    <li className="flex flex-col gap-1 text-s">
      <span ref={colour} className={styles.colour} />
      <code lang="zxx">--{name}</code>
    </li>
  )
}

function Ink({ name, on }: { name: string; on: string }) {
  const { t } = useTranslation()
  const word = useRef<HTMLSpanElement>(null)
  const [ratio, setRatio] = useState('')
  useLayoutEffect(() => {
    const element = word.current
    if (!element) return undefined
    element.style.setProperty('color', `var(--${name})`)
    element.style.setProperty('background', `var(--${on})`)
    const measure = () => {
      const { color, backgroundColor } = getComputedStyle(element)
      setRatio(contrast(color, backgroundColor).toFixed(1))
    }
    measure()
    const watch = new MutationObserver(measure)
    watch.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-palette'] })
    return () => watch.disconnect()
  }, [name, on])
  return (
    <li className="flex flex-col gap-1 text-s">
      <span ref={word} lang="zxx" className={styles.ink}>
        Aa 123
      </span>
      <code lang="zxx">--{name}</code>
      <span className="text-muted">{t('style.contrast', { ratio })}</span>
    </li>
  )
}
