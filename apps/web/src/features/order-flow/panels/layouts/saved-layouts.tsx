import { MAX_LAYOUT_NAME_LENGTH, MAX_LAYOUTS, type Menus } from '@flowprint/contract'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../../model/chart-scope.ts'
import { Input } from '../../../../shared/ui/input.tsx'
import { Button } from '../../../../shared/ui/button.tsx'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { useOrder } from '../../model/order-store.ts'
import { resolveSelection } from '../../model/selection.ts'
import { useAddress } from '../../model/selection-url.ts'
import { applyLayout, currentLayout, type Layout, useLayouts, useSaveLayout } from './layouts.ts'
import { LayoutRow } from './layout-row.tsx'

export interface SavedLayoutsProps {
  readonly menus: Menus
  readonly onClose: () => void
}

/** Named layouts: save the current one, apply, replace, rename, delete. */
export function SavedLayouts({ menus, onClose }: SavedLayoutsProps) {
  const { t } = useTranslation()
  const address = useAddress()
  const scope = useChartScope()
  const { data, error, refetch } = useLayouts()
  const save = useSaveLayout()
  const [name, setName] = useState('')
  const list = data?.list ?? []
  const typed = name.trim().normalize('NFC')
  const taken = list.some((layout) => layout.name === typed)
  const full = list.length >= MAX_LAYOUTS

  const change = async (made: ReturnType<typeof save>, said: string) => {
    const answer = await made
    if (answer === 'stale') showToast(t('workspace.layouts.stale'))
    else if (answer) showToast(said)
    return answer !== null && answer !== 'stale'
  }
  const content = () => currentLayout(scope)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (typed === '' || taken || full) return
    void change(
      save({ name: typed, version: 0, content: content() }),
      t('workspace.layouts.saved', { name: typed }),
    ).then((done) => done && setName(''))
  }
  const apply = ({ name: applied, content: kept }: Layout) => {
    applyLayout(scope, kept)
    const { precisionOf, adopt } = useOrder.of(scope).getState()
    const { symbol, cycle, precision } = kept
    const selection = resolveSelection(
      menus,
      { symbol, cycle, precision },
      useOrder.of(scope).getState().applied ?? {},
      (market, period) => precisionOf(menus, market, period),
    )
    if (selection) {
      adopt(selection)
      address(selection)
    }
    showToast(t('workspace.layouts.applied', { name: applied }))
    onClose()
  }

  return (
    <Dialog title={t('workspace.layouts.title')} onClose={onClose}>
      <div className="px-4 pt-3.5 pb-4.5">
        <form className="flex flex-wrap gap-2 w-[520px] max-w-full" onSubmit={onSubmit}>
          <Input
            className="flex-1 min-w-35"
            value={name}
            maxLength={MAX_LAYOUT_NAME_LENGTH}
            aria-label={t('workspace.layouts.name')}
            autoComplete="off"
            placeholder={t('workspace.layouts.placeholder')}
            aria-invalid={taken}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" variant="primary" disabled={typed === '' || taken || full}>
            {t('workspace.layouts.save')}
          </Button>
          {taken && (
            <p className="w-full text-warning text-s" role="alert">
              {t('workspace.layouts.taken')}
            </p>
          )}
          {full && <p className="w-full text-warning text-s">{t('workspace.layouts.full', { max: MAX_LAYOUTS })}</p>}
        </form>
        {list.length > 0 && (
          <ul className="mt-3">
            {list.map((layout) => (
              <LayoutRow
                key={layout.name}
                layout={layout}
                names={list.map((each) => each.name)}
                onApply={() => apply(layout)}
                onUpdate={() =>
                  void change(
                    save({ ...keyOf(layout), content: content() }),
                    t('workspace.layouts.saved', { name: layout.name }),
                  )
                }
                onRename={(to) =>
                  void change(save({ ...keyOf(layout), new_name: to }), t('workspace.layouts.saved', { name: to }))
                }
                onDelete={() =>
                  void change(
                    save({ ...keyOf(layout), content: null }),
                    t('workspace.layouts.deleted', { name: layout.name }),
                  )
                }
              />
            ))}
          </ul>
        )}
        {data && list.length === 0 && <Note role="status">{t('workspace.layouts.empty')}</Note>}
        {!data && !error && <Note role="status">{t('workspace.layouts.loading')}</Note>}
        {!data && error && (
          <Note role="alert">
            {t('workspace.layouts.failed')}{' '}
            <Button variant="outlined" onClick={() => void refetch()}>
              {t('common.retry')}
            </Button>
          </Note>
        )}
        <Note>{t('workspace.layouts.note')}</Note>
      </div>
    </Dialog>
  )
}

const keyOf = ({ name, version }: Layout) => ({ name, version })

function Note({ role, children }: { readonly role?: 'status' | 'alert'; readonly children: ReactNode }) {
  return (
    <p className="mt-3 max-w-[520px] text-faint text-s leading-4.5" role={role}>
      {children}
    </p>
  )
}
