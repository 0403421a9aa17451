import { orderMoveOut } from '@balcao/contract/move-out'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { AuditTab } from '../features/audit/audit-tab'
import { CompaniesAdmin } from '../features/companies/companies-admin'
import { HelpsAdmin } from '../features/helps/helps-admin'
import { HolidaysTab } from '../features/holidays/holidays-tab'
import { MessagePricesAdmin } from '../features/message-prices/prices-admin'
import { MoveInsAdmin } from '../features/move-ins/move-ins-admin'
import { MoveOutExportTab } from '../features/move-out/move-out-tab'
import { PlansAdmin } from '../features/plans/plans-admin'
import { OpeningHoursTab } from '../features/settings/hours-tab'
import { CompanyOptionsTab } from '../features/settings/options-tab'
import { type OpeningHoursScope, useOpeningHoursScope } from '../lib/lists/settings'
import { useMayCall, useViewer } from '../lib/session'
import styles from '../ui/line-tabs.module.css'
import { PageLayout } from '../ui/page'
import { TabRow } from '../ui/tab-row'

const tabNames = {
  options: CompanyOptionsTab,
  hours: OpeningHoursTab,
  holidays: HolidaysTab,
  companies: CompaniesAdmin,
  plans: PlansAdmin,
  prices: MessagePricesAdmin,
  helps: HelpsAdmin,
  moveOut: MoveOutExportTab,
  moveIns: MoveInsAdmin,
  audit: AuditTab,
} as const
type TabName = keyof typeof tabNames

/** The tabs of SETTING-01 to SETTING-03. The holidays tab shows in every mode that uses opening hours. */
function tabsOf(
  { isSuper }: { readonly isSuper: boolean },
  mode: OpeningHoursScope | null,
  mayMoveOut: boolean,
): readonly TabName[] {
  const hours: readonly TabName[] = mode === 'company' ? ['hours'] : []
  const holidays: readonly TabName[] = mode === null || mode === 'disabled' ? [] : ['holidays']
  const platform: readonly TabName[] = isSuper ? ['companies', 'plans', 'prices', 'helps', 'moveIns'] : []
  const own: readonly TabName[] = mayMoveOut ? ['moveOut'] : []
  return ['options', ...hours, ...holidays, ...platform, ...own, 'audit']
}

export default function SettingsPage() {
  const { t } = useTranslation('settings')
  const [query, setQuery] = useSearchParams()
  const offered = tabsOf(useViewer(), useOpeningHoursScope(), useMayCall(orderMoveOut))
  const chosen = offered.find((tab) => tab === query.get('tab')) ?? 'options'
  const Shown = tabNames[chosen]
  return (
    <PageLayout intro={t(`intro.${chosen}`)}>
      <TabRow
        label={t('tabs')}
        className={styles.tabs}
        tabClassName={styles.tab}
        chosen={chosen}
        tabs={offered.map((tab) => ({ value: tab, content: t(`tab.${tab}`) }))}
        onChoose={(tab) => setQuery(tab === 'options' ? {} : { tab }, { replace: true })}
      />
      <Shown />
    </PageLayout>
  )
}
