import { useConnectionNews } from '../../lib/lists/connections'
import { useQueueNews } from '../../lib/lists/queues'
import { useUserNews } from '../../lib/lists/users'

/** Keeps the lists that many screens share true by the company's live events. Shows nothing itself. */
export function CompanyNews() {
  useConnectionNews()
  useQueueNews()
  useUserNews()
  return null
}
