import type { ConnectionView } from '@balcao/contract/connections'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/timers'
import styles from './qr-dialog.module.css'
import { connectionSituationOf, isUnreachable } from './situation'

export function MissingQrText({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation('connections')
  const now = useNow(5_000)
  const text = noCodeText(connection, now)
  return (
    <div className={styles.noQr} data-coming={text === 'makingQr'}>
      {t(text)}
    </div>
  )
}

function noCodeText(connection: ConnectionView, now: number) {
  const { status, step } = connection
  if (isUnreachable(connection, now)) return 'unreachable'
  if (status === 'qrcode') {
    if (step === 'letters') return 'noQrWhileLetters'
    return step === 'letters-refused' || step === 'letters-withdrawn' ? 'noQrLeft' : 'makingQr'
  }
  if (status === 'OPENING') return 'makingQr'
  return `word.${connectionSituationOf(connection, now).word}` as const
}
