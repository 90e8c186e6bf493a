import { CELL_KINDS, type Menus } from '@flowprint/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../shared/ui/button.tsx'
import { Dropdown } from '../../../shared/ui/dropdown.tsx'
import { Input } from '../../../shared/ui/input.tsx'
import { Menu } from '../../../shared/ui/menu.tsx'
import { nextIndex } from '../../../shared/ui/roving.ts'
import { showToast } from '../../../shared/ui/toasts.ts'
import { useActiveCell } from './cell-charts.ts'
import {
  addCell,
  addTab,
  canAddCell,
  deleteTab,
  editTab,
  findCell,
  freeTabName,
  moveTab,
  showTab,
} from './edit-workspace.ts'
import { createPreset, PRESETS } from './presets.ts'
import { otherVenues } from './other-venues.ts'
import { editWorkspace, isUnsaved, shownTab, useWorkspace } from './workspace-store.ts'
import styles from './workspaces.module.css'

interface WorkspaceBarProps {
  readonly menus: Menus
  /** Opens the saved workspaces. */
  readonly onSaved: () => void
}

const MAX_TAB_NAME = 40

/** On a phone only some of the tabs fit. */
function scrollToTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Name of the workspace, its tabs, and what can be added. */
export function WorkspaceBar({ menus, onSaved }: WorkspaceBarProps) {
  const { t } = useTranslation()
  const document = useWorkspace((state) => state.document)
  const name = useWorkspace((state) => state.name)
  const unsaved = useWorkspace(isUnsaved)
  const [renamed, setRenamed] = useState<number | null>(null)
  if (document === null) return null
  const { tabs, active } = document

  return (
    <div className={styles.bar} role="toolbar" aria-label={t('workspaces.title')}>
      <Button data-tip={t('workspaces.saved.open')} onClick={onSaved}>
        <span className="visually-hidden">{t('workspaces.saved.open')}: </span>
        <span className={styles.name}>{name ?? t('workspaces.title')}</span>
        {unsaved && (
          <i
            className={styles.unsaved}
            role="img"
            aria-label={t('workspaces.unsaved')}
            data-tip={t('workspaces.unsaved')}
          />
        )}
      </Button>
      <div
        className={styles.tabs}
        role="tablist"
        aria-label={t('workspaces.tabs')}
        onKeyDown={(event) => {
          if ((event.target as Element).getAttribute('role') !== 'tab') return
          const to = nextIndex(event.key, active, tabs.length, 'horizontal')
          if (to < 0) return
          event.preventDefault()
          editWorkspace((now) => showTab(now, to))
          event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
        }}
      >
        {tabs.map((tab, i) => {
          // Tabs have no id, and two may have one name.
          const key = `tab ${i}`
          return renamed === i ? (
            <TabName key={key} name={tab.name} index={i} onDone={() => setRenamed(null)} />
          ) : (
            <button
              key={key}
              type="button"
              role="tab"
              ref={i === active ? scrollToTab : null}
              aria-selected={i === active}
              tabIndex={i === active ? 0 : -1}
              className={styles.tab}
              onClick={() => editWorkspace((now) => showTab(now, i))}
              onDoubleClick={() => setRenamed(i)}
            >
              {tab.name}
            </button>
          )
        })}
      </div>
      <TabMenu index={active} count={tabs.length} onRename={() => setRenamed(active)} />
      <PresetMenu menus={menus} />
      <span className={styles.spacer} />
      <AddMenu />
    </div>
  )
}

function TabName({
  name,
  index,
  onDone,
}: {
  readonly name: string
  readonly index: number
  readonly onDone: () => void
}) {
  const { t } = useTranslation()
  const [text, setText] = useState(name)
  const apply = () => {
    const next = text.trim()
    if (next !== '') editWorkspace((document) => editTab(document, index, (tab) => ({ ...tab, name: next })))
    onDone()
  }
  return (
    <Input
      size="small"
      className="w-32"
      autoFocus
      aria-label={t('workspaces.tab.name')}
      maxLength={MAX_TAB_NAME}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply()
        if (event.key === 'Escape') onDone()
      }}
    />
  )
}

interface TabMenuProps {
  readonly index: number
  readonly count: number
  readonly onRename: () => void
}

/** What the shown tab can do. */
function TabMenu({ index, count, onRename }: TabMenuProps) {
  const { t } = useTranslation()
  const label = t('workspaces.tab.menu')
  return (
    <Dropdown label={label} kind="menu" trigger={(props) => <IconButton icon="chevron" label={label} {...props} />}>
      {(close) => {
        const item = (key: 'rename' | 'left' | 'right' | 'close', run: () => void) => ({
          key,
          label: t(`workspaces.tab.${key}`),
          onSelect: () => {
            close()
            run()
          },
        })
        return (
          <Menu
            label={label}
            items={[
              item('rename', onRename),
              ...(index > 0 ? [item('left', () => editWorkspace((now) => moveTab(now, index, index - 1)))] : []),
              ...(index < count - 1
                ? [item('right', () => editWorkspace((now) => moveTab(now, index, index + 1)))]
                : []),
              ...(count > 1 ? [item('close', () => editWorkspace((now) => deleteTab(now, index)))] : []),
            ]}
          />
        )
      }}
    </Dropdown>
  )
}

/** Adds a tab as a preset arranges it, from the active chart. */
function PresetMenu({ menus }: { readonly menus: Menus }) {
  const { t } = useTranslation()
  const label = t('workspaces.tab.add')
  return (
    <Dropdown label={label} kind="menu" trigger={(props) => <IconButton icon="plus" label={label} {...props} />}>
      {(close) => (
        <Menu
          label={label}
          heading={label}
          items={PRESETS.map((preset) => ({
            key: preset,
            label: t(`workspaces.preset.${preset}`),
            onSelect: () => {
              close()
              let venues: string[] = []
              const isAdded = editWorkspace((document) => {
                const tab = document.tabs[document.active]
                const active = findCell(tab, useActiveCell.getState().chart ?? '')
                const { symbol, cycle, precision, settings, view } =
                  active ?? tab.cells.find(({ kind }) => kind === 'chart') ?? {}
                const chart = Object.fromEntries(
                  Object.entries({ symbol, cycle, precision, settings, view }).filter(
                    ([, value]) => value !== undefined,
                  ),
                )
                venues = otherVenues(menus, symbol)
                return addTab(
                  document,
                  createPreset(preset, {
                    name: freeTabName(document, t(`workspaces.preset.${preset}`)),
                    chart,
                    otherVenues: venues,
                  }),
                )
              })
              if (!isAdded) showToast(t('workspaces.noTab'))
              else if (preset === 'compare_venues' && venues.length === 0) showToast(t('workspaces.noOtherVenue'))
            },
          }))}
        />
      )}
    </Dropdown>
  )
}

/** Adds a chart or panel to the shown tab. */
function AddMenu() {
  const { t } = useTranslation()
  const tab = useWorkspace(shownTab)
  const label = t('workspaces.add')
  if (tab === undefined) return null
  return (
    <Dropdown
      label={label}
      kind="menu"
      align="end"
      trigger={(props) => (
        <Button data-tip={label} {...props}>
          + {label}
        </Button>
      )}
    >
      {(close) => (
        <Menu
          label={label}
          items={CELL_KINDS.map((kind) => ({
            key: kind,
            label: t(`workspaces.kind.${kind}`),
            ...(canAddCell(tab, kind) ? {} : { note: t('workspaces.full') }),
            onSelect: () => {
              close()
              const isAdded = editWorkspace((document) =>
                editTab(document, document.active, (now) => {
                  const active = findCell(now, useActiveCell.getState().chart ?? '')
                  const group = active?.group === undefined ? {} : { group: active.group }
                  const symbol = active?.symbol === undefined ? {} : { symbol: active.symbol }
                  const { precision: _precision, ...chart } = active ?? {}
                  return addCell(
                    now,
                    kind === 'chart' ? { ...chart, kind } : { ...(kind === 'watchlist' ? {} : symbol), ...group, kind },
                  )
                }),
              )
              if (!isAdded) showToast(t('workspaces.noRoom'))
            },
          }))}
        />
      )}
    </Dropdown>
  )
}
