import type { ConnectionView } from '@balcao/contract/connections'
import { useTranslation } from 'react-i18next'
import { SwitchField } from '../../ui/switch-field'
import { useBringHistory } from './api/connections'
import styles from './history-option.module.css'

/** Whether this linking brings the phone's history. WhatsApp sends it once, at the scan, so a change needs a new code. */
export function HistoryOption({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation('connections')
  const bring = useBringHistory(connection.id)
  // The choice shows at once; the live value replaces it when the server refused.
  const chosen = bring.isPending ? bring.variables : connection.bringHistory
  return (
    <div className={styles.option}>
      <SwitchField
        label={t('bringHistory')}
        help={t('bringHistoryHelp')}
        value={chosen}
        disabled={bring.isPending || (connection.status !== 'qrcode' && connection.status !== 'OPENING')}
        onChange={(isWanted) => bring.mutate(isWanted)}
      />
    </div>
  )
}
