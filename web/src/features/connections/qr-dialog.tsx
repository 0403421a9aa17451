import type { ConnectionView } from '@balcao/contract/connections'
import Button from '@mui/material/Button'
import { Hash, QrCode, Timer } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { minutesAndSeconds } from '../../lib/dates'
import { useNow } from '../../lib/timers'
import { AppDialog } from '../../ui/dialog'
import { showToast } from '../../ui/toasts'
import { useSessionAct } from './api/session-acts'
import { HistoryOption } from './history-option'
import { PairingCode } from './pairing-code'
import styles from './qr-dialog.module.css'
import { situationOf } from './situation'
import { wordsOf } from './situation-words'

interface QrDialogProps {
  /** As the live list has it: every new code and status comes in by itself. */
  readonly connection: ConnectionView
  readonly onClose: () => void
}

/** Links a number, by its QR or by a code to type. Closes by itself when the QR is gone (CONN-14). */
export function QrDialog({ connection, onClose }: QrDialogProps) {
  const { t } = useTranslation('connections')
  const [byCode, setByCode] = useState(false)
  const { status, qrcode, name } = connection
  const hadQr = useRef(false)
  const failure = useFailure(connection)
  const told = useRef(failure)
  told.current = failure

  useEffect(() => {
    if (qrcode !== '') hadQr.current = true
    // While the link opens anew, another code is on its way: the choice of the history asked for it.
    const isGone = qrcode === '' && hadQr.current && status !== 'OPENING'
    if (status !== 'CONNECTED' && (!isGone || byCode)) return
    // The dialog goes with its code; why there is none any more must not go with it.
    if (status === 'DISCONNECTED' && told.current !== null) showToast('warning', told.current, 6_000)
    onClose()
  }, [qrcode, status, byCode, onClose])

  return (
    <AppDialog title={t('linkTitle', { name })} open onClose={onClose} width={648}>
      <div className={styles.columns}>
        {byCode ? <PairingCode connectionId={connection.id} /> : <Qr connection={connection} />}
        <div>
          <Steps of={byCode ? 'codeStep' : 'qrStep'} />
          <HistoryOption connection={connection} />
          <div className={styles.other}>
            <p>{t(byCode ? 'preferQr' : 'noCamera')}</p>
            <Button
              size="small"
              startIcon={byCode ? <QrCode size={16} strokeWidth={2} /> : <Hash size={16} strokeWidth={2} />}
              onClick={() => setByCode(!byCode)}
            >
              {t(byCode ? 'linkByQr' : 'linkByCode')}
            </Button>
          </div>
        </div>
      </div>
      <p className={styles.foot} role="status">
        <span className={styles.dot} data-failed={failure !== null} aria-hidden />
        <span>{failure ?? t(`dialogStatus.${status}`)}</span>
        {status === 'DISCONNECTED' && <ActButton connection={connection} act="newQr" />}
        {status === 'TIMEOUT' && <ActButton connection={connection} act="tryAgain" />}
      </p>
    </AppDialog>
  )
}

function Qr({ connection: { qrcode, qrExpiresAt } }: { connection: ConnectionView }) {
  const { t } = useTranslation('connections')
  const now = useNow(1_000)
  const seconds = qrExpiresAt === null ? null : (Date.parse(qrExpiresAt) - now) / 1_000
  return (
    <div className={styles.qr}>
      {qrcode === '' ? (
        <div className={styles.noQr}>{t('makingQr')}</div>
      ) : (
        <QRCodeSVG value={qrcode} size={264} marginSize={2} title={t('qrTitle')} />
      )}
      {qrcode !== '' && seconds !== null && (
        <p className={styles.countdown}>
          <Timer size={16} strokeWidth={1.75} aria-hidden /> {t('newCodeIn')}{' '}
          <b>{minutesAndSeconds(seconds)}</b>
        </p>
      )}
    </div>
  )
}

/** What went wrong and what to do, in words; `null` while nothing has. */
function useFailure(connection: ConnectionView): string | null {
  const { t } = useTranslation('connections')
  const now = useNow(5_000)
  const { status, cause } = connection
  if (cause === null || status === 'qrcode' || status === 'PAIRING' || status === 'CONNECTED') return null
  const { sentence } = situationOf(connection, now)
  return sentence === null ? null : t(sentence, wordsOf(connection, now))
}

/** Without a code there is nothing to read: the button that brings one stands where one looks for it. */
function ActButton({ connection: { id }, act }: { connection: ConnectionView; act: 'newQr' | 'tryAgain' }) {
  const { t } = useTranslation('connections')
  const session = useSessionAct()
  return (
    <Button size="small" disabled={session.isPending} onClick={() => session.mutate({ act, id })}>
      {t(`act.${act}`)}
    </Button>
  )
}

function Steps({ of }: { of: 'qrStep' | 'codeStep' }) {
  return (
    <ol className={styles.steps}>
      {[1, 2, 3].map((step) => (
        <li key={step}>
          <span className={styles.number} aria-hidden>
            {step}
          </span>
          <span>
            <Trans ns="connections" i18nKey={`${of}${step}`} components={{ b: <b /> }} />
          </span>
        </li>
      ))}
    </ol>
  )
}
