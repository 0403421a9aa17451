import type { ConnectionView } from '@balcao/contract/connections'
import { Hash, LoaderCircle, QrCode, ScanQrCode, Timer } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { minutesAndSeconds } from '../../lib/dates'
import { useNow } from '../../lib/timers'
import { Button } from '../../ui/button'
import { AppDialog } from '../../ui/dialog'
import { showToast } from '../../ui/toasts'
import { useRequestConnectionLinkAction } from './api/connections'
import type { ConnectionDialogProps } from './connections-page'
import { MissingQrText, PairingCodePanel, usePairingLetters } from './pairing-code'
import styles from './qr-dialog.module.css'
import { ImportHistorySwitch, PasskeyPanel } from './qr-parts'
import {
  connectionSituationOf,
  isConnectionLinked,
  isPasskeyStep,
  isPhoneConfirmingLink,
  shouldKeepQrDialogOpen,
} from './situation'
import { connectionSituationTextVariables, isLongLivedQr } from './situation-words'

/** The dialog closes on its own when the QR is gone (CONN-14), unless the user still has a step to do. */
export function ConnectionQrDialog({ connection, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation('connections')
  const [byCode, setByCode] = useState(false)
  const [isRenewing, setRenewing] = useState(false)
  const { status, qrcode, name } = connection
  const request = usePairingLetters(connection)
  const hadQr = useRef(false)
  const failure = useFailure(connection)
  const hasFailed = failure !== null || connectionSituationOf(connection, Date.now()).tone === 'warn'
  const lastFailure = useRef(failure)
  lastFailure.current = failure
  const isPasskey = isPasskeyStep(connection)
  // In the status PAIRING the phone finishes the linking without another scan.
  const isFinishing = status === 'PAIRING' && !isPasskey && !isRenewing
  const mayTypeAgain = isFinishing && isPhoneConfirmingLink(connection)
  const stays = byCode || isRenewing || shouldKeepQrDialogOpen(connection)
  if (isRenewing && qrcode !== '') setRenewing(false)
  // Switches from the QR to the letters: after a typing error on the phone, the user must read the letters again.
  if (mayTypeAgain && request.letters !== null && !byCode) setByCode(true)

  useEffect(() => {
    if (qrcode !== '') hadQr.current = true
    const isGone = qrcode === '' && hadQr.current
    if (status !== 'CONNECTED' && (!isGone || stays)) return
    // A toast shows the reason, because the dialog closes.
    if (status === 'DISCONNECTED' && lastFailure.current !== null) showToast('warning', lastFailure.current)
    onClose()
  }, [qrcode, status, stays, onClose])

  return (
    <AppDialog title={t('linkTitle', { name })} open onClose={onClose} width={648}>
      <div role="status">
        {status === 'qrcode' && connection.step === 'scan-again' && (
          <p className={styles.again}>
            <ScanQrCode size={20} strokeWidth={1.75} aria-hidden /> {t('step.scan-again')}
          </p>
        )}
      </div>
      {isPasskey ? (
        <PasskeyPanel />
      ) : isFinishing && !(mayTypeAgain && byCode) ? (
        <p className={styles.finishing}>
          <LoaderCircle size={20} strokeWidth={1.75} aria-hidden /> {t('word.pairing')}
        </p>
      ) : (
        <div className={styles.columns}>
          {byCode ? (
            <PairingCodePanel connection={connection} request={request} />
          ) : (
            <QrImage connection={connection} />
          )}
          <div>
            <Steps of={byCode ? 'codeStep' : 'qrStep'} />
            {!mayTypeAgain && (
              <>
                <ImportHistorySwitch connection={connection} />
                <div className={styles.other}>
                  <p>{t(byCode ? 'preferQr' : 'noCamera')}</p>
                  <Button size="small" icon={byCode ? QrCode : Hash} onClick={() => setByCode(!byCode)}>
                    {t(byCode ? 'linkByQr' : 'linkByCode')}
                  </Button>
                </div>
              </>
            )}
          </div>
        </div>
      )}
      <div className={styles.foot}>
        <p role="status">
          <span className={styles.dot} data-failed={hasFailed} aria-hidden />
          <span>{isPasskey ? t('word.passkeyAsked') : (failure ?? t(progressOf(connection)))}</span>
        </p>
        <span className={styles.acts}>
          {mayTypeAgain && !byCode && (
            <Button size="small" onClick={() => setByCode(true)}>
              {t('anotherCode')}
            </Button>
          )}
          <RemedyButton connection={connection} onAsked={setRenewing} />
          {(isPasskey || isFinishing) && (
            <Button size="small" kind={isPasskey ? 'primary' : 'quiet'} onClick={onClose}>
              {t('common:close')}
            </Button>
          )}
        </span>
      </div>
      <p className={styles.unofficial}>{t('unofficial')}</p>
    </AppDialog>
  )
}

function QrImage({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation('connections')
  const now = useNow(1_000)
  const { qrcode, qrExpiresAt } = connection
  const seconds = qrExpiresAt === null ? null : (Date.parse(qrExpiresAt) - now) / 1_000
  return (
    <div className={styles.qr}>
      {qrcode === '' ? (
        <MissingQrText connection={connection} />
      ) : (
        <QRCodeSVG value={qrcode} size={264} marginSize={2} title={t('qrTitle')} />
      )}
      {qrcode !== '' && seconds !== null && !isLongLivedQr(seconds) && (
        <p className={styles.countdown}>
          <Timer size={16} strokeWidth={1.75} aria-hidden /> {t('newCodeIn')}{' '}
          <b>{minutesAndSeconds(seconds)}</b>
        </p>
      )}
    </div>
  )
}

/** The progress of linking, as a key of `connections.json`. */
function progressOf(connection: ConnectionView) {
  const { status, step } = connection
  const hasSentence = step === 'letters' || step === 'letters-refused' || step === 'letters-withdrawn'
  if (status === 'qrcode' && hasSentence) return `step.${step}` as const
  if (isPhoneConfirmingLink(connection)) return 'step.confirming'
  return `dialogStatus.${status}` as const
}

function useFailure(connection: ConnectionView): string | null {
  const { t } = useTranslation('connections')
  const now = useNow(5_000)
  const { status, cause } = connection
  if (cause === null || status === 'qrcode' || status === 'PAIRING' || status === 'CONNECTED') return null
  return t(connectionSituationOf(connection, now).sentence, connectionSituationTextVariables(connection, now))
}

interface RemedyButtonProps {
  readonly connection: ConnectionView
  /** Called with true when the button is pressed, and with false when the request fails. */
  readonly onAsked: (isAsked: boolean) => void
}

function RemedyButton({ connection, onAsked }: RemedyButtonProps) {
  const { t } = useTranslation('connections')
  const session = useRequestConnectionLinkAction()
  const act = mendingAct(connection)
  if (act === null) return null
  return (
    <Button
      size="small"
      kind={isPasskeyStep(connection) ? 'secondary' : 'quiet'}
      disabled={session.isPending}
      onClick={() => {
        onAsked(true)
        session.mutate({ act, id: connection.id }, { onError: () => onAsked(false) })
      }}
    >
      {t(`act.${act}`)}
    </Button>
  )
}

/**
 * Which button repairs a failed link; null if none is needed. Never `newQr` for a linked number: a new QR
 * breaks the present link, so only the connections page offers it, with a confirmation.
 */
function mendingAct(connection: ConnectionView): 'newQr' | 'tryAgain' | null {
  const { status, qrcode, step } = connection
  switch (status) {
    case 'TIMEOUT':
      return 'tryAgain'
    case 'DISCONNECTED':
      return isConnectionLinked(connection) ||
        connectionSituationOf(connection, Date.now()).acts[0] === 'tryAgain'
        ? 'tryAgain'
        : 'newQr'
    case 'PAIRING':
      return step === 'passkey' ? 'newQr' : null
    case 'qrcode':
      return qrcode === '' && (step === 'letters-refused' || step === 'letters-withdrawn') ? 'newQr' : null
    default:
      return null
  }
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
