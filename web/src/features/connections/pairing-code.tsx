import type { ConnectionView } from '@balcao/contract/connections'
import { pairingCodeLifetimeMs } from '@balcao/domain/connection-supervision'
import { parsePhone } from '@balcao/domain/phone-number'
import { Timer } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { minutesAndSeconds } from '../../lib/dates'
import { errorText } from '../../lib/error-text'
import { formatPhoneNumber } from '../../lib/shown-number'
import { useNow } from '../../lib/timers'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useRequestPairingCode } from './api/connections'
import styles from './qr-dialog.module.css'
import { connectionSituationOf, isPhoneConfirmingLink, isWhatsappUnreachable } from './situation'

interface PairingCodeProps {
  readonly connection: ConnectionView
  readonly request: PairingLettersRequest
}

export function PairingCodePanel({ connection, request }: PairingCodeProps) {
  const { status } = connection
  const isTyped = isPhoneConfirmingLink(connection)
  if (request.letters !== null && (status === 'qrcode' || isTyped))
    return <Letters request={request} isTyped={isTyped} />
  const mayBeAsked = request.letters === null && (status === 'qrcode' || status === 'OPENING' || isTyped)
  return mayBeAsked ? <AskForm request={request} /> : <MissingQrText connection={connection} />
}

function AskForm({ request }: { request: PairingLettersRequest }) {
  const { t } = useTranslation('connections')
  const { phone, isWaiting, error } = request
  const [problem, setProblem] = useState<string>()

  function ask(event: SubmitEvent) {
    event.preventDefault()
    const number = parsePhone(phone)
    setProblem(number === null ? t('numberNeeded') : undefined)
    if (number !== null) request.ask(`+${number}`)
  }

  return (
    <form className={styles.ask} onSubmit={ask} noValidate>
      <TextField
        label={t('phoneNumber')}
        help={t('phoneNumberHelp')}
        type="tel"
        autoFocus
        autoComplete="off"
        placeholder="+55 51 98122-0417"
        value={phone}
        error={problem}
        onChange={(event) => request.setPhone(event.target.value)}
      />
      <Button type="submit" kind="primary" disabled={isWaiting}>
        {t('getCode')}
      </Button>
      <p role="status">{isWaiting && t('askingLetters')}</p>
      {!isWaiting && error !== null && <p className={styles.problem}>{errorText(error, t)}</p>}
    </form>
  )
}

interface LettersProps {
  readonly request: PairingLettersRequest
  /** True once the pairing letters were typed on the phone, which may still refuse them. */
  readonly isTyped: boolean
}

function Letters({ request, isTyped }: LettersProps) {
  const { t } = useTranslation('connections')
  const now = useNow(1_000)
  const { letters, isWaiting } = request
  if (letters === null) return null
  const { code, number, endsAt } = letters
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`
  const secondsLeft = (endsAt - now) / 1_000
  const isOver = letters.isWithdrawn || secondsLeft <= 0
  return (
    <div className={styles.code}>
      <div role="status">
        {isOver ? (
          <>
            <p>{t(letters.isWithdrawn ? 'codeWithdrawn' : 'codeExpired')}</p>
            <s>{shown}</s>
          </>
        ) : (
          <>
            {!isTyped && <p>{t('typeThis')}</p>}
            <strong>{shown}</strong>
            <p>{t('codeIsFor', { number: formatPhoneNumber(number.slice(1)) })}</p>
          </>
        )}
      </div>
      {!isOver && (
        <p className={styles.countdown}>
          <Timer size={16} strokeWidth={1.75} aria-hidden />
          {t('codeValid', { left: minutesAndSeconds(secondsLeft) })}
        </p>
      )}
      {(isOver || isTyped) && (
        <Button
          size="small"
          kind={isOver ? 'primary' : 'secondary'}
          disabled={isWaiting}
          onClick={() => request.ask(number)}
        >
          {t('anotherCode')}
        </Button>
      )}
      <Button size="small" disabled={isWaiting} onClick={request.forget}>
        {t('anotherNumber')}
      </Button>
    </div>
  )
}

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
  if (isWhatsappUnreachable(connection, now)) return 'unreachable'
  if (status === 'qrcode') {
    if (step === 'letters') return 'noQrWhileLetters'
    return step === 'letters-refused' || step === 'letters-withdrawn' ? 'noQrLeft' : 'makingQr'
  }
  if (status === 'OPENING') return 'makingQr'
  return `word.${connectionSituationOf(connection, now).word}` as const
}

interface PairingLetters {
  readonly code: string
  /** The phone number with its leading `+`. */
  readonly number: string
  /** When the letters expire, in milliseconds since 1970. */
  readonly endsAt: number
  /** True once WhatsApp rejects the letters, possibly before they expire. */
  readonly isWithdrawn: boolean
}

type PairingLettersRequest = ReturnType<typeof usePairingLetters>

type LettersState = 'asked' | 'valid' | 'withdrawn'

/** The QR dialog calls this hook, so that switching to the QR and back does not lose the letters. */
export function usePairingLetters(connection: ConnectionView) {
  const pairing = useRequestPairingCode(connection.id)
  const { submit, isWaiting } = useDelayedSubmit((number: string) => pairing.mutateAsync(number))
  const [phone, setPhone] = useState('')
  const [state, setState] = useState<LettersState>('asked')
  const [asOf, setAsOf] = useState('')
  const now = stateAfter(state, asOf, connection)
  if (now !== state) setState(now)

  const { data, submittedAt, variables = '' } = pairing
  const letters: PairingLetters | null =
    data === undefined
      ? null
      : {
          code: data.code,
          number: variables,
          endsAt: submittedAt + pairingCodeLifetimeMs,
          isWithdrawn: now === 'withdrawn',
        }
  return {
    phone,
    setPhone,
    letters,
    isWaiting,
    error: pairing.error,
    ask(number: string) {
      setState('asked')
      setAsOf(connection.updatedAt)
      void submit(number)
    },
    forget: pairing.reset,
  }
}

/**
 * The state of the pairing letters after a live update. `asOf` is the connection's `updatedAt` when the user
 * requested them; an update with that time is about earlier letters and does not withdraw the new ones.
 */
function stateAfter(state: LettersState, asOf: string, connection: ConnectionView): LettersState {
  const { status, step, updatedAt } = connection
  if (state === 'withdrawn' || status === 'DISCONNECTED' || status === 'TIMEOUT') return 'withdrawn'
  if (step === 'letters') return 'valid'
  if (status !== 'qrcode') return state
  const isOver = step === 'letters-withdrawn' || step === 'letters-refused'
  if (isOver && (state === 'valid' || updatedAt !== asOf)) return 'withdrawn'
  // WhatsApp offers a QR code to scan only after withdrawing the letters. The update that says so may have been lost.
  return step === 'scan' && state === 'valid' ? 'withdrawn' : state
}
