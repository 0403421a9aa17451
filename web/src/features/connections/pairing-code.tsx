import { lettersLifetimeMs } from '@balcao/domain/connection-supervision'
import type { ConnectionId } from '@balcao/domain/ids'
import { phoneOf } from '@balcao/domain/phone-number'
import Button from '@mui/material/Button'
import { Timer } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { minutesAndSeconds } from '../../lib/dates'
import { useNow } from '../../lib/timers'
import { TextField } from '../../ui/text-field'
import { useSubmit } from '../../ui/use-submit'
import { usePairingCode } from './api/pairing-code'
import styles from './qr-dialog.module.css'

/** Asks for the number of the phone, then shows the eight letters to type there, and for which number they are good. */
export function PairingCode({ connectionId }: { connectionId: ConnectionId }) {
  const { t } = useTranslation('connections')
  const pairing = usePairingCode(connectionId)
  const [number, setNumber] = useState('')
  const [error, setError] = useState<string>()
  const { submit, isWaiting } = useSubmit((phone: string) => pairing.mutateAsync(`+${phone}`))

  function ask(event: SubmitEvent) {
    event.preventDefault()
    const phone = phoneOf(number)
    setError(phone === null ? t('numberNeeded') : undefined)
    if (phone !== null) void submit(phone)
  }

  const code = pairing.data?.code
  if (code !== undefined) {
    return (
      <div className={styles.code} role="status">
        <p>{t('typeThis')}</p>
        <strong>{`${code.slice(0, 4)}-${code.slice(4)}`}</strong>
        <p>{t('codeIsFor', { number: `+${phoneOf(number)}` })}</p>
        <Validity askedAt={pairing.submittedAt} />
        <Button size="small" onClick={() => pairing.reset()}>
          {t('anotherNumber')}
        </Button>
      </div>
    )
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
        value={number}
        error={error}
        onChange={(event) => setNumber(event.target.value)}
      />
      <Button type="submit" variant="contained" disabled={isWaiting}>
        {t('getCode')}
      </Button>
    </form>
  )
}

/** How long the letters are still good: the phone takes them no longer than that. */
function Validity({ askedAt }: { askedAt: number }) {
  const { t } = useTranslation('connections')
  const seconds = (askedAt + lettersLifetimeMs - useNow(1_000)) / 1_000
  return (
    <p className={styles.countdown}>
      <Timer size={16} strokeWidth={1.75} aria-hidden />
      {seconds > 0 ? t('codeValid', { left: minutesAndSeconds(seconds) }) : t('codeExpired')}
    </p>
  )
}
