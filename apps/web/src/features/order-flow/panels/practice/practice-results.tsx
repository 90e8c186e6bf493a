import { useTranslation } from 'react-i18next'
import { Button } from '../../../../shared/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '../../../../shared/ui/dialog.tsx'
import { Tag } from '../../../../shared/ui/tag.tsx'
import { useTimeFormat } from '../../model/time-zone.ts'
import { currenciesOf, useMenus } from '../../model/menus.ts'
import { saveJournal, saveTrips } from './practice-files.ts'
import { closeResult, usePractice } from './practice-store.ts'
import { StatisticsList } from './practice-statistics.tsx'

/** The final statistics of the sessions that ended with the replay, one after the other. */
export function PracticeResults() {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const { data: menus } = useMenus()
  const result = usePractice(({ finished }) => finished.at(0))
  if (result === undefined) return null
  const { view, journal } = result
  const market = menus?.symbol.find(({ value }) => value === view.symbol)
  return (
    <Dialog title={t('practice.results.title')} onClose={closeResult}>
      <DialogBody>
        <p className="flex flex-wrap items-center gap-2">
          <Tag tone="warning">{t('practice.label')}</Tag>
          <span>
            {t('practice.results.range', {
              market: market?.label ?? view.symbol,
              from: time.moment(view.startMs),
              to: time.moment(view.state.at.time),
            })}
          </span>
        </p>
        {view.state.size !== 0 && <p className="text-muted">{t('practice.results.open')}</p>}
        <StatisticsList units={view.units} state={view.state} currency={market ? currenciesOf(market).quote : ''} />
        <DialogActions>
          <Button variant="outlined" onClick={() => saveJournal(view, journal)}>
            {t('practice.file.save')}
          </Button>
          <Button variant="primary" onClick={() => saveTrips(view)}>
            {t('practice.statistics.csv')}
          </Button>
        </DialogActions>
      </DialogBody>
    </Dialog>
  )
}
