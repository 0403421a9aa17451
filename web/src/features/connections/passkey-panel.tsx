import { KeyRound } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import styles from './qr-dialog.module.css'

const waysOut = ['otherNumber', 'otherSystem', 'official'] as const

/**
 * Explains WhatsApp's request for the passkey. Balcão does not offer the step itself: only a page of WhatsApp can use the
 * passkey, and a way to carry its answer here would teach owners to give away their protection.
 */
export function PasskeyPanel() {
  const { t } = useTranslation('connections')
  const panel = useRef<HTMLElement>(null)
  const waysId = useId()
  // The panel replaces the element that had the focus.
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
