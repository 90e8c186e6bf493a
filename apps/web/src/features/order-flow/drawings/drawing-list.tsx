import type { Drawing } from '@flowprint/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../model/chart-scope.ts'
import { Dropdown } from '../../../shared/ui/dropdown.tsx'
import { Menu } from '../../../shared/ui/menu.tsx'
import { removeAll, useDrawings } from './drawing-store.ts'
import { ToolButton } from './tool-button.tsx'

function nameOf(t: TFunction, { kind, points, text }: Drawing): string {
  if (kind === 'text' && text) return text.length > 24 ? `${text.slice(0, 24)}…` : text
  return t('drawings.listItem', {
    kind: t(`drawings.tool.${kind}`),
    price: points.map(({ price }) => price).join(' – '),
  })
}

/** All drawings of the symbol, including those off the screen; choosing one scrolls to it and selects it. */
export function DrawingList({ onShow }: { onShow: (t: number) => void }) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const items = useDrawings((state) => state.items)
  const label = t('drawings.list')

  return (
    <Dropdown
      label={label}
      kind="menu"
      trigger={(props) => (
        <ToolButton icon="list" label={t('drawings.listCount', { count: items.length })} {...props} />
      )}
    >
      {(close) =>
        items.length === 0 ? (
          <p className="px-3.5 py-3 text-muted text-m">{t('drawings.none')}</p>
        ) : (
          <Menu
            label={label}
            heading={label}
            items={[
              ...items.toReversed().map((drawing) => ({
                key: drawing.id,
                label: nameOf(t, drawing),
                onSelect: () => {
                  close()
                  useDrawings.of(scope).setState({ selected: drawing.id, tool: null })
                  if (drawing.kind !== 'hline') onShow(drawing.points[0].t)
                },
              })),
              {
                key: 'all',
                label: t('drawings.removeAll'),
                onSelect: () => {
                  close()
                  removeAll(scope)
                },
              },
            ]}
          />
        )
      }
    </Dropdown>
  )
}
