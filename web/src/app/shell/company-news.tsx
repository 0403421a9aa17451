import { useTranslation } from 'react-i18next'
import { useConnectionNews } from '../../lib/lists/connections'
import { useDeadLetterNews } from '../../lib/lists/dead-letters'
import { useQueueNews } from '../../lib/lists/queues'
import { useQuickMessageNews } from '../../lib/lists/quick-messages'
import { useStorageNews } from '../../lib/lists/storage'
import { useTagNews } from '../../lib/lists/tags'
import { useUserNews } from '../../lib/lists/users'
import { useWebhookNews } from '../../lib/lists/webhooks'
import { useLive } from '../../lib/live'
import { showToast } from '../../ui/toasts'

/** Keeps the lists that many screens share true by the company's live events, and tells an admin of a full disk. */
export function CompanyNews() {
  const { t } = useTranslation('shell')
  useConnectionNews()
  useQueueNews()
  useQuickMessageNews()
  useTagNews()
  useUserNews()
  useDeadLetterNews()
  useWebhookNews()
  useStorageNews()
  useLive('storage', ({ action }) =>
    showToast('error', t(action === 'full' ? 'storageFull' : 'companyStorageFull')),
  )
  return null
}
