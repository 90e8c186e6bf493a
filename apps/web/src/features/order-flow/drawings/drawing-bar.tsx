import type { Drawing } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../model/chart-scope.ts'
import { Dropdown } from '../../../shared/ui/dropdown.tsx'
import styles from './drawings.module.css'
import { removeDrawing, restyle, toggleLock, useDrawings } from './drawing-store.ts'
import { type ColourName, DRAWING_COLOURS, DRAWING_WIDTHS } from './drawing.ts'
import { ToolButton } from './tool-button.tsx'

/** Toolbar next to the selected drawing. */
export function DrawingBar({ drawing }: { drawing: Drawing }) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const { id, kind, colour, width, locked = false } = drawing
  const hasWidth = kind !== 'profile' && kind !== 'measure'
  const widthWord = kind === 'text' ? 'textSize' : 'width'

  return (
    <div className={styles.bar} role="toolbar" aria-label={t('drawings.bar')}>
      {kind !== 'measure' && (
        <Dropdown
          label={t('drawings.colour')}
          trigger={(props) => (
            <button
              type="button"
              className={styles.tool}
              aria-label={t('drawings.colour')}
              data-tip={t('drawings.colour')}
              disabled={locked}
              {...props}
            >
              <Swatch colour={colour} />
            </button>
          )}
        >
          {(close) => (
            <div
              className="grid grid-cols-[repeat(4,auto)] justify-center gap-1 p-2"
              role="group"
              aria-label={t('drawings.colour')}
            >
              {(Object.keys(DRAWING_COLOURS) as ColourName[]).map((name) => (
                <button
                  key={name}
                  type="button"
                  className={styles.tool}
                  aria-label={t(`drawings.colours.${name}`)}
                  aria-pressed={colour === DRAWING_COLOURS[name]}
                  onClick={() => {
                    close()
                    restyle(scope, drawing, { colour: DRAWING_COLOURS[name] })
                  }}
                >
                  <Swatch colour={DRAWING_COLOURS[name]} />
                </button>
              ))}
            </div>
          )}
        </Dropdown>
      )}
      {hasWidth && (
        <Dropdown
          label={t(`drawings.${widthWord}`)}
          trigger={(props) => (
            <button
              type="button"
              className={styles.tool}
              aria-label={t(`drawings.${widthWord}`)}
              data-tip={t(`drawings.${widthWord}`)}
              disabled={locked}
              {...props}
            >
              <Stroke kind={kind} width={width} />
            </button>
          )}
        >
          {(close) => (
            <div
              className="grid grid-cols-[repeat(4,auto)] justify-center gap-1 p-2"
              role="group"
              aria-label={t(`drawings.${widthWord}`)}
            >
              {DRAWING_WIDTHS.map((each) => (
                <button
                  key={each}
                  type="button"
                  className={styles.tool}
                  aria-label={t(`drawings.${widthWord}Of`, { width: each })}
                  aria-pressed={width === each}
                  onClick={() => {
                    close()
                    restyle(scope, drawing, { width: each })
                  }}
                >
                  <Stroke kind={kind} width={each} />
                </button>
              ))}
            </div>
          )}
        </Dropdown>
      )}
      {kind === 'text' && (
        <ToolButton
          icon="edit"
          label={t('drawings.editText')}
          disabled={locked}
          onClick={() => useDrawings.of(scope).setState({ writing: drawing })}
        />
      )}
      <ToolButton
        icon={locked ? 'lock' : 'unlock'}
        label={t(locked ? 'drawings.unlock' : 'drawings.lock')}
        aria-pressed={locked}
        onClick={() => toggleLock(scope, drawing)}
      />
      <ToolButton
        icon="remove"
        label={t('drawings.remove')}
        hotkey="Del"
        disabled={locked}
        onClick={() => removeDrawing(scope, id)}
      />
    </div>
  )
}

function Swatch({ colour }: { colour: string }) {
  return (
    <svg width="16" height="16" aria-hidden="true">
      <circle cx="8" cy="8" r="7" fill={colour} />
    </svg>
  )
}

function Stroke({ kind, width }: { kind: Drawing['kind']; width: number }) {
  if (kind === 'text')
    return (
      <span aria-hidden="true" className={styles.letter} data-size={width}>
        A
      </span>
    )
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path d="M2 9h14" stroke="currentColor" strokeWidth={width} />
    </svg>
  )
}
