import { limits } from '@balcao/domain/limits'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useDebounced } from '../../lib/timers'
import styles from '../../ui/line-tabs.module.css'
import { ListPageLayout, PageLayout } from '../../ui/page'
import { TabRow } from '../../ui/tab-row'
import { useOptOuts } from './api/opt-outs'
import { OptOutList } from './opt-outs'
import { CampaignSettingsForm } from './settings'

const tabNames = ['pace', 'optOuts'] as const

export default function CampaignsConfigPage() {
  const { t } = useTranslation('campaigns')
  const [query, setQuery] = useSearchParams()
  const chosen = tabNames.find((tab) => tab === query.get('tab')) ?? 'pace'
  const tabs = (
    <TabRow
      label={t('config.tabs')}
      className={styles.tabs}
      tabClassName={styles.tab}
      chosen={chosen}
      tabs={tabNames.map((tab) => ({ value: tab, content: t(`config.tab.${tab}`) }))}
      onChoose={(tab) => setQuery(tab === 'pace' ? {} : { tab }, { replace: true })}
    />
  )
  if (chosen === 'optOuts') return <OptOutsPage tabs={tabs} />
  return (
    <PageLayout intro={t('config.intro.pace')}>
      {tabs}
      <CampaignSettingsForm />
    </PageLayout>
  )
}

function OptOutsPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('campaigns')
  const [search, setSearch] = useState('')
  const rested = useDebounced(search, limits.searchDebounce).trim()
  const found = useOptOuts(rested)
  return (
    <ListPageLayout list={found} intro={t('config.intro.optOuts')}>
      {tabs}
      <OptOutList found={found} search={search} searchedFor={rested} onSearch={setSearch} />
    </ListPageLayout>
  )
}
