import { limits } from '@balcao/domain/limits'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useDebounced } from '../../lib/timers'
import styles from '../../ui/line-tabs.module.css'
import { ListPage, Page } from '../../ui/page'
import { TabRow } from '../../ui/tab-row'
import { useOptOuts } from './api/opt-outs'
import { OptOutList } from './opt-outs'
import { CampaignSettingsForm } from './settings'

const tabNames = ['pace', 'optOuts'] as const
type TabName = (typeof tabNames)[number]

export default function CampaignsConfigPage() {
  const [query, setQuery] = useSearchParams()
  const chosen = tabNames.find((tab) => tab === query.get('tab')) ?? 'pace'
  const choose = (tab: TabName) => setQuery(tab === 'pace' ? {} : { tab }, { replace: true })
  return chosen === 'pace' ? <PacePage onChoose={choose} /> : <OptOutsPage onChoose={choose} />
}

interface PartProps {
  readonly onChoose: (tab: TabName) => void
}

function PacePage({ onChoose }: PartProps) {
  const { t } = useTranslation('campaigns')
  return (
    <Page intro={t('config.intro.pace')}>
      <Tabs chosen="pace" onChoose={onChoose} />
      <CampaignSettingsForm />
    </Page>
  )
}

function OptOutsPage({ onChoose }: PartProps) {
  const { t } = useTranslation('campaigns')
  const [search, setSearch] = useState('')
  const rested = useDebounced(search, limits.searchDebounce).trim()
  const found = useOptOuts(rested)
  return (
    <ListPage list={found} intro={t('config.intro.optOuts')}>
      <Tabs chosen="optOuts" onChoose={onChoose} />
      <OptOutList found={found} search={search} searchedFor={rested} onSearch={setSearch} />
    </ListPage>
  )
}

function Tabs({ chosen, onChoose }: PartProps & { chosen: TabName }) {
  const { t } = useTranslation('campaigns')
  return (
    <TabRow
      label={t('config.tabs')}
      className={styles.tabs}
      tabClassName={styles.tab}
      chosen={chosen}
      tabs={tabNames.map((tab) => ({ value: tab, content: t(`config.tab.${tab}`) }))}
      onChoose={onChoose}
    />
  )
}
