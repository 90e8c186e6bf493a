import { useLocation } from 'react-router'
import { ActiveChartProvider } from './model/active-chart.tsx'
import { isSettling, useMenus } from './model/menus.ts'
import { useOrder } from './model/order-store.ts'
import { lastSelection, readSelection, symbolToShow } from './model/selection.ts'
import { useAddressedSelection } from './model/selection-url.ts'
import { ChartPage } from './chart-page.tsx'
import { PagePlaceholder } from './page-placeholder.tsx'

/**
 * /order: loads the menus first and shows a placeholder until then. During the very first start the simulated history
 * is still being generated: the page waits for it, since no recommendation is possible before. Without any market it
 * says so and retries.
 */
export function Page() {
  return (
    <ActiveChartProvider>
      <OrderPage />
    </ActiveChartProvider>
  )
}

function OrderPage() {
  const { data, error, refetch } = useMenus()
  const { search } = useLocation()
  const started = useOrder(({ applied }) => applied !== null)
  const settling =
    data !== undefined && !started && isSettling(data, symbolToShow(data, readSelection(search), lastSelection()))
  const nothing = data?.symbol.length === 0 && !started
  const menus = settling || nothing ? undefined : data
  useAddressedSelection(menus)

  if (menus) return <ChartPage menus={menus} />
  return <PagePlaceholder error={error} retry={() => void refetch()} isSettling={settling} isEmpty={nothing} />
}
