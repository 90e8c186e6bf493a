import { GROUP_COLOURS, GROUP_LINKS, type Menus, type WorkspaceCell } from '@flowprint/contract'
import { type DragEvent, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { IconButton } from '../../../shared/ui/button.tsx'
import { Dropdown } from '../../../shared/ui/dropdown.tsx'
import { Menu } from '../../../shared/ui/menu.tsx'
import { showToast } from '../../../shared/ui/toasts.ts'
import { useChartScope } from '../model/chart-scope.ts'
import { SYMBOL_PANEL } from '../model/layout-store.ts'
import { findMarket } from '../model/menus.ts'
import { useOrder } from '../model/order-store.ts'
import { orderSearch } from '../model/selection.ts'
import { linkParts, useChartSettings } from '../model/settings-store.ts'
import { CellDragContext } from './cell-drag.ts'
import {
  canAddCell,
  deleteCell,
  editTab,
  exchangeCells,
  maximiseCell,
  moveCellToTab,
  neighbourOf,
  setGroup,
  setLinks,
  addCell,
} from './edit-workspace.ts'
import { editWorkspace, shownTab, useWorkspace } from './workspace-store.ts'
import styles from './workspaces.module.css'

/** Edits the shown tab; says so if a limit does not allow it. */
function useTabEdit(): (edit: Parameters<typeof editTab>[2]) => void {
  const { t } = useTranslation()
  return (edit) => {
    if (!editWorkspace((document) => editTab(document, document.active, edit))) showToast(t('workspaces.noRoom'))
  }
}

/** Colour of the group that a cell belongs to, and what the group links. */
export function GroupButton({ cell }: { readonly cell: WorkspaceCell }) {
  const { t } = useTranslation()
  const edit = useTabEdit()
  const links = useWorkspace((state) => shownTab(state)?.groups.find(({ colour }) => colour === cell.group)?.links)
  const name = cell.group === undefined ? t('workspaces.group.none') : t(`workspaces.colour.${cell.group}`)
  const label = t('workspaces.group.of', { name })
  return (
    <Dropdown
      label={label}
      kind="menu"
      trigger={(props) => (
        <button type="button" className={styles.group} aria-label={label} data-tip={label} {...props}>
          <i className={styles.colour} data-colour={cell.group} aria-hidden="true" />
        </button>
      )}
    >
      {(close) => (
        <>
          <Menu
            label={t('workspaces.group.title')}
            heading={t('workspaces.group.title')}
            items={[null, ...GROUP_COLOURS].map((colour) => ({
              key: colour ?? 'none',
              label: colour === null ? t('workspaces.group.none') : t(`workspaces.colour.${colour}`),
              checked: (cell.group ?? null) === colour,
              onSelect: () => {
                close()
                edit((tab) => setGroup(tab, cell.id, colour))
              },
            }))}
          />
          {cell.group !== undefined && links !== undefined && (
            <Menu
              label={t('workspaces.group.links')}
              heading={t('workspaces.group.links')}
              items={GROUP_LINKS.map((link) => ({
                key: link,
                kind: 'checkbox' as const,
                label: t(`workspaces.link.${link}`),
                checked: links.includes(link),
                onSelect: () =>
                  edit((tab) =>
                    setLinks(
                      tab,
                      cell.group!,
                      GROUP_LINKS.filter((other) => links.includes(other) !== (other === link)),
                    ),
                  ),
              }))}
            />
          )}
        </>
      )}
    </Dropdown>
  )
}

/** What a cell can do: fill the tab, be copied, moved and closed. */
export function CellMenu({ cell, open }: { readonly cell: WorkspaceCell; readonly open?: () => void }) {
  const { t } = useTranslation()
  const edit = useTabEdit()
  // A phone shows one cell at a time.
  const isInGrid = useContext(CellDragContext) !== null
  const document = useWorkspace((state) => state.document)
  const tab = document?.tabs[document.active]
  if (document === null || tab === undefined) return null
  const isMaximised = tab.maximised === cell.id
  const exchange = (step: 1 | -1) => edit((now) => exchangeCells(now, cell.id, neighbourOf(now, cell.id, step)))
  const others = document.tabs.flatMap(({ name }, to) => (to === document.active ? [] : [{ name, to }]))
  return (
    <Dropdown
      label={t('workspaces.cell.menu')}
      kind="menu"
      align="end"
      trigger={(props) => <IconButton icon="more" label={t('workspaces.cell.menu')} {...props} />}
    >
      {(close) => {
        const item = (key: string, label: string, run: () => void, note?: string) => ({
          key,
          label,
          ...(note === undefined ? {} : { note }),
          onSelect: () => {
            close()
            run()
          },
        })
        const { id: _own, ...content } = cell
        return (
          <Menu
            label={t('workspaces.cell.menu')}
            items={[
              ...(isInGrid
                ? [
                    item(
                      'maximise',
                      t(isMaximised ? 'workspaces.cell.restore' : 'workspaces.cell.maximise'),
                      () => edit((now) => maximiseCell(now, isMaximised ? null : cell.id)),
                      'M',
                    ),
                  ]
                : []),
              ...(tab.cells.length > 1
                ? [
                    item('back', t('workspaces.cell.back'), () => exchange(-1)),
                    item('on', t('workspaces.cell.on'), () => exchange(1)),
                  ]
                : []),
              ...(canAddCell(tab, cell.kind)
                ? [item('copy', t('workspaces.cell.copy'), () => edit((now) => addCell(now, content)))]
                : []),
              ...others.map(({ name, to }) =>
                item(`tab${to}`, t('workspaces.cell.toTab', { name }), () => {
                  if (!editWorkspace((now) => moveCellToTab(now, cell.id, { from: now.active, to })))
                    showToast(t('workspaces.noRoom'))
                }),
              ),
              ...(open === undefined ? [] : [item('open', t('workspaces.cell.open'), open)]),
              ...(tab.cells.length > 1
                ? [item('close', t('workspaces.cell.close'), () => edit((now) => deleteCell(now, cell.id)))]
                : []),
            ]}
          />
        )
      }}
    </Dropdown>
  )
}

/** Head of a chart: its group, what it shows, and its menu. Dragging it moves the cell. */
export function ChartHead({ menus, cell }: { readonly menus: Menus; readonly cell: WorkspaceCell }) {
  const { t } = useTranslation()
  const scope = useChartScope()
  const navigate = useNavigate()
  const edit = useTabEdit()
  const drag = useContext(CellDragContext)
  const applied = useOrder((state) => state.applied)
  const market = findMarket(menus, applied?.symbol)
  const isMaximised = useWorkspace((state) => shownTab(state)?.maximised === cell.id)
  const open = () => {
    if (applied)
      void navigate(`/order${orderSearch({ ...applied, ...linkParts(useChartSettings.of(scope).getState(), true) })}`)
  }
  const toggle = () => edit((tab) => maximiseCell(tab, isMaximised ? null : cell.id))
  return (
    <header
      className={styles.head}
      draggable={drag !== null}
      onDragStart={(event: DragEvent) => drag?.start(cell.id, event)}
      onDragEnd={() => drag?.end()}
      onDoubleClick={(event) => event.target instanceof Element && !event.target.closest('button') && toggle()}
    >
      <GroupButton cell={cell} />
      <button
        type="button"
        className={styles.title}
        data-tip={t('order.picker.title')}
        // The picker of the toolbar belongs to the active chart, which this click has made this one.
        onClick={() => requestAnimationFrame(() => document.getElementById(SYMBOL_PANEL)?.click())}
      >
        <strong className="truncate">{market?.label ?? applied?.symbol ?? ''}</strong>
        <span className={styles.detail}>
          {market?.exchange} · {applied?.cycle} · {applied?.precision}
        </span>
      </button>
      {drag && (
        <IconButton
          icon={isMaximised ? 'shrink' : 'expand'}
          label={t(isMaximised ? 'workspaces.cell.restore' : 'workspaces.cell.maximise')}
          hotkey="M"
          onClick={toggle}
        />
      )}
      <CellMenu cell={cell} open={open} />
    </header>
  )
}
