import type { PixChargeView } from '@balcao/contract/billing'
import { getSessionUser, type SessionUser } from '@balcao/contract/people'
import { CircleCheck, LoaderCircle, Timer } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useId, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { call } from '../../lib/call'
import { minutesAndSeconds } from '../../lib/dates'
import { useLiveEvent } from '../../lib/live'
import { formatReais } from '../../lib/money'
import { useNow } from '../../lib/timers'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { TextInput } from '../../ui/text-input'
import { usePolledInvoice, useSimulatePayment } from './api/billing'
import styles from './checkout.module.css'

interface PixStepProps {
  readonly charge: PixChargeView
  readonly onPaid: (company: SessionUser['company']) => void
}

export function CheckoutPixStep({ charge, onPaid }: PixStepProps) {
  const { t } = useTranslation('billing')
  const codeId = useId()
  const { isPaid, isOtherAmount } = usePaid(charge, onPaid)
  const code = charge.qrcode.qrcode
  return (
    <div className={styles.pix}>
      <div className={styles.qr}>
        <QRCodeSVG value={code} size={216} marginSize={2} title={t('qrTitle')} />
      </div>
      <div className={styles.pay}>
        <p className={styles.amount}>
          {t('amount')}
          <b>{formatReais(Number(charge.valor.original))}</b>
        </p>
        <div>
          <label htmlFor={codeId} className={styles.codeLabel}>
            {t('code')}
          </label>
          <TextInput
            id={codeId}
            readOnly
            value={code}
            onFocus={(event) => event.target.select()}
            end={<CopyButton text={code} label={t('copyCode')} />}
          />
        </div>
        <ol className={styles.howTo}>
          {[1, 2, 3].map((step) => (
            <li key={step}>
              <Trans ns="billing" i18nKey={`howTo${step}`} components={{ b: <b /> }} />
            </li>
          ))}
        </ol>
      </div>
      <p className={styles.state} role="status" data-paid={isPaid}>
        {isPaid ? (
          <>
            <CircleCheck size={18} strokeWidth={2} aria-hidden /> {t('arrived')}
          </>
        ) : (
          <>
            <LoaderCircle size={18} strokeWidth={2} className={styles.turning} aria-hidden /> {t('waiting')}
          </>
        )}
      </p>
      {isOtherAmount && (
        <p className={styles.note} role="alert">
          {t('attention.differs')}
        </p>
      )}
      {!isPaid && <CodeExpiry charge={charge} />}
      {!isPaid && charge.provider === 'static' && <p className={styles.note}>{t('byHand')}</p>}
      {!isPaid && charge.provider === 'sandbox' && <PlayButton txid={charge.txid} />}
    </div>
  )
}

/**
 * Whether the payment has arrived. The company's live event reports it, or polling where the company gets no
 * events.
 */
function usePaid({ invoiceId }: PixChargeView, onPaid: PixStepProps['onPaid']) {
  const [isPaid, setPaid] = useState(false)
  const hasReported = useRef(false)
  const { data, dataUpdatedAt } = usePolledInvoice(invoiceId, !isPaid)

  function report(company: SessionUser['company']) {
    if (hasReported.current) return
    hasReported.current = true
    setPaid(true)
    onPaid(company)
  }
  const latest = useRef(report)
  latest.current = report

  useLiveEvent('payment', (event) => {
    if (event.invoiceId === invoiceId) latest.current(event.company)
  })
  // The effect depends on the fetch time, because `data` stays the same object while the server's answer is equal.
  const seenPaidAt = data?.status === 'paid' ? dataUpdatedAt : null
  useEffect(() => {
    if (seenPaidAt === null) return
    call(getSessionUser).then(
      ({ company }) => latest.current(company),
      () => undefined, // the next poll asks again
    )
  }, [seenPaidAt])
  return { isPaid, isOtherAmount: !isPaid && data?.attention === 'differs' }
}

function CodeExpiry({ charge: { calendario } }: { charge: PixChargeView }) {
  const { t } = useTranslation('billing')
  const now = useNow(1_000)
  if (calendario.expiracao === null) return null
  const seconds = (Date.parse(calendario.criacao) - now) / 1_000 + calendario.expiracao
  if (seconds <= 0) return <p className={styles.note}>{t('expired')}</p>
  return (
    <p className={styles.life}>
      <Timer size={16} strokeWidth={1.75} aria-hidden /> {t('validFor')} <b>{minutesAndSeconds(seconds)}</b>
    </p>
  )
}

function PlayButton({ txid }: { txid: string }) {
  const { t } = useTranslation('billing')
  const play = useSimulatePayment()
  return (
    <p className={styles.play}>
      {t('sandbox')}
      <Button size="small" disabled={play.isPending} onClick={() => play.mutate(txid)}>
        {t(play.isPending ? 'playing' : 'play')}
      </Button>
    </p>
  )
}
