import type { ConnectionView } from '@balcao/contract/connections'
import { useTranslation } from 'react-i18next'
import { SwitchField } from '../../ui/switch-field'
import { useBringHistory } from './api/session-acts'
import styles from './history-option.module.css'

/** Whether this linking brings the phone's history. WhatsApp gives it once, at the scan, so a change makes a new code. */
export function HistoryOption({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation('connections')
  const bring = useBringHistory(connection.id)
  // What was chosen stands at once; the server's word comes live, and takes its place when it refused.
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
