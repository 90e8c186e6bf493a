import { MIN_PART_SIZE, type Menus, SPLIT_SIZE, type WorkspaceSplit, type WorkspaceTab } from '@flowprint/contract'
import { Fragment, useEffect, useLayoutEffect, useRef, useState, type DragEvent } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Group, Panel, Separator, useGroupRef } from 'react-resizable-panels'
import { showToast } from '../../../shared/ui/toasts.ts'
import { CellDragContext } from './cell-drag.ts'
import { Cell } from './cell.tsx'
import { editTab, exchangeCells, moveCell } from './edit-workspace.ts'
import { type Edge, gridCells, resizeSplit } from './grid.ts'
import { editWorkspace } from './workspace-store.ts'
import styles from './workspaces.module.css'

interface CellGridProps {
  readonly menus: Menus
  readonly tab: WorkspaceTab
}

/**
 * The cells of a tab in their grid. Each cell lives in a separate element, which is put wherever the grid has its
 * place: a chart that moves, or fills the tab, is neither created nor loaded again.
 */
export function CellGrid({ menus, tab }: CellGridProps) {
  const [elements] = useState(() => new Map<string, HTMLElement>())
  const [dragged, setDragged] = useState<string | null>(null)
  const elementOf = (id: string): HTMLElement => {
    let element = elements.get(id)
    if (element === undefined) {
      element = document.createElement('div')
      element.className = styles.cell
      elements.set(id, element)
    }
    return element
  }
  const ids = gridCells(tab.grid)
  useEffect(() => {
    for (const id of elements.keys()) if (!ids.includes(id)) elements.delete(id)
  })
  const drag = {
    start(id: string, event: DragEvent) {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', id)
      // Places to drop appear once the browser has its picture of what is dragged.
      setTimeout(() => setDragged(id))
    },
    end: () => setDragged(null),
  }
  return (
    <CellDragContext value={drag}>
      <div className={styles.grid} data-maximised={tab.maximised}>
        <Split split={tab.grid} path={[]} elementOf={elementOf} maximised={tab.maximised} />
        {tab.maximised !== undefined && (
          <div className={styles.maximised}>
            <Slot element={elementOf(tab.maximised)} />
          </div>
        )}
        {dragged !== null && <DropPlaces dragged={dragged} elements={elements} onDone={() => setDragged(null)} />}
      </div>
      {tab.cells.map((cell) => createPortal(<Cell menus={menus} cell={cell} />, elementOf(cell.id), cell.id))}
    </CellDragContext>
  )
}

interface SplitProps {
  readonly split: WorkspaceSplit
  /** Indices of the parts from the root of the grid. */
  readonly path: readonly number[]
  readonly elementOf: (id: string) => HTMLElement
  readonly maximised: string | undefined
}

const percentOf = (size: number) => (100 * size) / SPLIT_SIZE
const keyOf = ({ cell, split }: WorkspaceSplit['parts'][number]): string =>
  split === undefined ? cell! : gridCells(split).join('+')

/** Another order or number of parts is another group of the library. */
function Split(props: SplitProps) {
  const { direction, parts } = props.split
  return <SplitGroup key={`${direction} ${parts.map(keyOf).join(' ')}`} {...props} />
}

function SplitGroup({ split: { direction, parts }, path, elementOf, maximised }: SplitProps) {
  const { t } = useTranslation()
  const group = useGroupRef()
  const sizes = parts.map(({ size }) => size).join(' ')
  useEffect(() => {
    const wanted = Object.fromEntries(parts.map((part) => [keyOf(part), percentOf(part.size)]))
    const shown = group.current?.getLayout()
    if (shown && parts.some((part) => Math.abs(shown[keyOf(part)] - wanted[keyOf(part)]) > 0.01))
      group.current?.setLayout(wanted)
    // The sizes are what changes: by undo, or another page.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [sizes])
  return (
    <Group
      groupRef={group}
      className={styles.split}
      orientation={direction === 'row' ? 'horizontal' : 'vertical'}
      onLayoutChanged={(layout, { isUserInteraction }) => {
        if (!isUserInteraction) return
        const given = parts.map((part) => layout[keyOf(part)])
        editWorkspace((document) =>
          editTab(document, document.active, (tab) => ({ ...tab, grid: resizeSplit(tab.grid, path, given) })),
        )
      }}
    >
      {parts.map((part, i) => (
        <Fragment key={keyOf(part)}>
          {i > 0 && (
            <Separator className={styles.separator} data-direction={direction} aria-label={t('workspaces.separator')} />
          )}
          <Panel
            id={keyOf(part)}
            className={styles.part}
            defaultSize={`${percentOf(part.size)}%`}
            minSize={`${percentOf(MIN_PART_SIZE)}%`}
          >
            {part.split === undefined ? (
              <Slot element={part.cell === maximised ? null : elementOf(part.cell!)} />
            ) : (
              <Split split={part.split} path={[...path, i]} elementOf={elementOf} maximised={maximised} />
            )}
          </Panel>
        </Fragment>
      ))}
    </Group>
  )
}

/** Holds the element of a cell. */
export function Slot({ element }: { readonly element: HTMLElement | null }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (element !== null) place.current?.append(element)
  }, [element])
  return <div ref={place} className={styles.slot} />
}

const EDGES: readonly Edge[] = ['left', 'right', 'top', 'bottom']

/** Where a dragged cell can be dropped: at the edges of the others, or in the middle to change places. */
function DropPlaces({
  dragged,
  elements,
  onDone,
}: {
  readonly dragged: string
  readonly elements: ReadonlyMap<string, HTMLElement>
  readonly onDone: () => void
}) {
  const { t } = useTranslation()
  const [over, setOver] = useState('')
  const drop = (target: string, edge: Edge | null) => {
    onDone()
    const isMoved = editWorkspace((document) =>
      editTab(document, document.active, (tab) =>
        edge === null ? exchangeCells(tab, dragged, target) : moveCell(tab, dragged, { target, edge }),
      ),
    )
    if (!isMoved) showToast(t('workspaces.noRoom'))
  }
  return [...elements].map(([id, element]) => {
    const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = placeOf(element)
    return (
      id !== dragged && (
        <div key={id} className={styles.drop} style={{ left, top, width, height }}>
          {[...EDGES, null].map((edge) => {
            const name = `${id} ${edge ?? 'middle'}`
            return (
              <span
                key={name}
                data-edge={edge ?? 'middle'}
                data-over={over === name}
                onDragOver={(event) => {
                  event.preventDefault()
                  setOver(name)
                }}
                onDragLeave={() => setOver('')}
                onDrop={(event) => {
                  event.preventDefault()
                  drop(id, edge)
                }}
              />
            )
          })}
        </div>
      )
    )
  })
}

/** Place of an element within the grid, CSS px. */
function placeOf(element: HTMLElement) {
  const grid = element.closest(`.${styles.grid}`)?.getBoundingClientRect()
  const box = element.getBoundingClientRect()
  return {
    offsetLeft: box.left - (grid?.left ?? 0),
    offsetTop: box.top - (grid?.top ?? 0),
    offsetWidth: box.width,
    offsetHeight: box.height,
  }
}
