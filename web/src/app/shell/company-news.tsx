import { useConnectionNews } from '../../lib/lists/connections'
import { useQueueNews } from '../../lib/lists/queues'

/** Keeps the lists that many screens share true by the company's live events. Shows nothing itself. */
export function CompanyNews() {
  useConnectionNews()
  useQueueNews()
  return null
}
