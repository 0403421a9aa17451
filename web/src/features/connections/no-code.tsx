import type { ConnectionView } from '@balcao/contract/connections'
import { useTranslation } from 'react-i18next'
import styles from './qr-dialog.module.css'
import { situationOf } from './situation'

/** Fills the place of the code when there is none: says that one is coming, or the state of the connection. */
export function NoCode({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation('connections')
  const text = noCodeText(connection)
  return (
    <div className={styles.noQr} data-coming={text === 'makingQr'}>
      {t(text)}
    </div>
  )
}

function noCodeText(connection: ConnectionView): string {
  const { status, step } = connection
  if (status === 'qrcode') {
    if (step === 'letters') return 'noQrWhileLetters'
    return step === 'letters-refused' || step === 'letters-withdrawn' ? 'noQrLeft' : 'makingQr'
  }
  if (status === 'OPENING') return 'makingQr'
  return `word.${situationOf(connection, Date.now()).word}`
}
