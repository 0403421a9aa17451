import { hasPermission } from '@balcao/domain/permissions'
import { useTranslation } from 'react-i18next'
import { useViewer } from './session'

/** The tabs above the pages of the external API; null for a user who may see only one page. */
export function useExternalApiTabs() {
  const { t } = useTranslation('externalApi')
  if (!hasPermission(useViewer(), 'webhooks.manage')) return null
  return {
    label: t('tabs.label'),
    tabs: [
      { to: '/messages-api', name: t('tabs.sending') },
      { to: '/messages-api/webhooks', name: t('tabs.webhooks') },
    ],
  }
}
