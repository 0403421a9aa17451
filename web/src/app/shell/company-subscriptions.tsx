import { useTranslation } from 'react-i18next'
import { useConnectionSubscription } from '../../lib/lists/connections'
import { useDeadLetterSubscription } from '../../lib/lists/dead-letters'
import { useQueueSubscription } from '../../lib/lists/queues'
import { useQuickMessageSubscription } from '../../lib/lists/quick-messages'
import { useStorageSubscription } from '../../lib/lists/storage'
import { useTagSubscription } from '../../lib/lists/tags'
import { useUserSubscription } from '../../lib/lists/users'
import { useWebhookSubscription } from '../../lib/lists/webhooks'
import { useLive } from '../../lib/live'
import { showToast } from '../../ui/toasts'

/** Applies the company's live events to the lists that many screens share, and reports a full disk to admins. */
export function CompanySubscriptions() {
  const { t } = useTranslation('shell')
  useConnectionSubscription()
  useQueueSubscription()
  useQuickMessageSubscription()
  useTagSubscription()
  useUserSubscription()
  useDeadLetterSubscription()
  useWebhookSubscription()
  useStorageSubscription()
  useLive('storage', ({ action }) =>
    showToast('error', t(action === 'full' ? 'storageFull' : 'companyStorageFull')),
  )
  return null
}
