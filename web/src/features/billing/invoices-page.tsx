import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../lib/session'
import tabStyles from '../../ui/line-tabs.module.css'
import { TabRow } from '../../ui/tab-row'
import { CompanyInvoices } from './own-invoices'
import { PlatformInvoices } from './platform-invoices'

export default function InvoicesPage() {
  const { t } = useTranslation('billing')
  const { isSuper } = useViewer()
  const [whose, setWhose] = useState<'own' | 'platform'>('own')
  const tabs = isSuper ? (
    <TabRow
      label={t('tabs')}
      className={tabStyles.tabs}
      tabClassName={tabStyles.tab}
      chosen={whose}
      tabs={(['own', 'platform'] as const).map((value) => ({ value, content: t(value) }))}
      onChoose={setWhose}
    />
  ) : undefined
  return whose === 'own' ? <CompanyInvoices tabs={tabs} /> : <PlatformInvoices tabs={tabs} />
}
