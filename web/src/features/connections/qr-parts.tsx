import type { ConnectionView } from '@balcao/contract/connections'
import { KeyRound } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { SwitchField } from '../../ui/switch-field'
import { useRequestQrWithHistoryOption } from './api/connections'
import optionStyles from './history-option.module.css'
import styles from './qr-dialog.module.css'

/** A changed choice requests a new QR code, because WhatsApp sends the phone's history only once, at the scan. */
export function ImportHistorySwitch({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation('connections')
  const bring = useRequestQrWithHistoryOption(connection.id)
  // The switch shows the choice at once, and the stored value again if the server refuses.
  const chosen = bring.isPending ? bring.variables : connection.bringHistory
  return (
    <div className={optionStyles.option}>
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

const waysOut = ['otherNumber', 'otherSystem', 'official'] as const

/**
 * Shows when WhatsApp asks for a passkey, and explains other ways to link the number. Balcão does not accept
 * passkeys, because users would learn to disclose them (decision 0080).
 */
export function PasskeyPanel() {
  const { t } = useTranslation('connections')
  const panel = useRef<HTMLElement>(null)
  const waysId = useId()
  // The panel replaces the element that had the focus, so the panel takes the focus.
  useEffect(() => panel.current?.focus(), [])
  return (
    <section ref={panel} tabIndex={-1} className={styles.passkey} aria-label={t('word.passkeyAsked')}>
      <span className={styles.key}>
        <KeyRound size={24} strokeWidth={1.75} aria-hidden />
      </span>
      <div>
        <p>
          <Trans ns="connections" i18nKey="passkey.wanted" components={{ b: <b /> }} />
        </p>
        <p>{t('passkey.worthATry')}</p>
        <p id={waysId}>{t('passkey.waysOut')}</p>
        <ul aria-labelledby={waysId}>
          {waysOut.map((way) => (
            <li key={way}>{t(`passkey.${way}`)}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}
