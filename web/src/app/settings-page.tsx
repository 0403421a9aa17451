import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { HelpsAdmin } from '../features/helps/helps-admin'
import { PlansAdmin } from '../features/plans/plans-admin'
import { OptionsTab } from '../features/settings/options-tab'
import { useViewer } from '../lib/session'
import { Page } from '../ui/page'
import { TabRow } from '../ui/tab-row'
import styles from './settings-page.module.css'

const tabs = { options: OptionsTab, plans: PlansAdmin, helps: HelpsAdmin } as const
type Tab = keyof typeof tabs

/** Who sees a tab (SETTING-01 to SETTING-03). */
function tabsOf({ isSuper }: { readonly isSuper: boolean }): readonly Tab[] {
  return isSuper ? ['options', 'plans', 'helps'] : ['options']
}

/** The settings of the company; for the platform's owner also what belongs to the platform. They meet here only. */
export default function SettingsPage() {
  const { t } = useTranslation('settings')
  const [query, setQuery] = useSearchParams()
  const offered = tabsOf(useViewer())
  const chosen = offered.find((tab) => tab === query.get('tab')) ?? 'options'
  const Shown = tabs[chosen]
  return (
    <Page intro={t(`intro.${chosen}`)}>
      <TabRow
        label={t('tabs')}
        className={styles.tabs}
        tabClassName={styles.tab}
        chosen={chosen}
        tabs={offered.map((tab) => ({ value: tab, content: t(`tab.${tab}`) }))}
        onChoose={(tab) => setQuery(tab === 'options' ? {} : { tab }, { replace: true })}
      />
      <Shown />
    </Page>
  )
}
