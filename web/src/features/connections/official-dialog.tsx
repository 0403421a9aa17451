import type { ConnectionView } from '@balcao/contract/connections'
import {
  type BusinessAccountPhoneNumber,
  type OfficialNumber,
  setUpOfficialNumber,
} from '@balcao/contract/official-numbers'
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../lib/dates'
import { errorText } from '../../lib/error-text'
import { useMayCall } from '../../lib/session'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { AppDialog } from '../../ui/dialog'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import {
  type OfficialNumberCredentials,
  useCheckOfficialNumber,
  useFindOfficialNumbers,
  useOfficialNumber,
  useSetUpOfficialNumber,
} from './api/official-number'
import type { ConnectionDialogProps } from './connections-page'
import styles from './official-dialog.module.css'
import { displayNameStatusText, messagingLimitText, qualityRatingText } from './official-words'

export function OfficialNumberDialog({ connection, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation('connections')
  const { data: number, error, isPending, refetch } = useOfficialNumber(connection.id)
  const [isReplacing, setReplacing] = useState(false)
  return (
    <AppDialog title={t('official.title', { name: connection.name })} open onClose={onClose} width={640}>
      {isPending ? (
        <SkeletonRows rows={3} height={56} />
      ) : number === undefined ? (
        <ErrorState title={t('official.failed')} error={error} onRetry={() => void refetch()} />
      ) : number === null || isReplacing ? (
        <SetUpForm
          connection={connection}
          stored={number}
          onDone={() => setReplacing(false)}
          onCancel={number === null ? onClose : () => setReplacing(false)}
        />
      ) : (
        <State
          connection={connection}
          number={number}
          onReplace={() => setReplacing(true)}
          onClose={onClose}
        />
      )}
    </AppDialog>
  )
}

interface SetUpFormProps {
  readonly connection: ConnectionView
  /** The stored configuration; its secrets stay stored while their fields are empty. */
  readonly stored: OfficialNumber | null
  readonly onDone: () => void
  readonly onCancel: () => void
}

function SetUpForm({ connection, stored, onDone, onCancel }: SetUpFormProps) {
  const { t } = useTranslation('connections')
  const [secrets, setSecrets] = useState<OfficialNumberCredentials>({
    accountId: stored?.accountId ?? '',
    token: '',
    appSecret: '',
  })
  const [chosen, setChosen] = useState(stored?.phoneNumberId ?? '')
  const find = useFindOfficialNumbers(connection.id)
  const save = useSetUpOfficialNumber(connection.id)
  const isWaiting = find.isPending || save.isPending
  const failure = find.error ?? save.error
  const numbers = find.data?.numbers
  const isComplete =
    secrets.accountId.trim() !== '' &&
    (stored !== null || (secrets.token.trim() !== '' && secrets.appSecret.trim() !== ''))

  function change(name: keyof OfficialNumberCredentials) {
    return (event: { target: { value: string } }) => {
      find.reset() // Clears the found numbers, which belong to the previous credentials.
      save.reset()
      setSecrets({ ...secrets, [name]: event.target.value })
    }
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isWaiting) return
    if (numbers === undefined) {
      const { numbers: found } = await find.mutateAsync(secrets).catch(() => ({ numbers: [] }))
      const usable = found.filter((one) => one.isRegistered && !one.isTaken)
      if (!found.some(({ id }) => id === chosen)) setChosen(usable[0]?.id ?? '')
      return
    }
    const done = await save.mutateAsync({ ...secrets, phoneNumberId: chosen }).catch(() => null)
    if (done === null) return
    showToast('success', t('official.connected'))
    onDone()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.intro}>{t('official.intro')}</p>
      <TextField
        label={t('official.accountId')}
        help={t('official.accountIdHelp')}
        autoFocus
        autoComplete="off"
        inputMode="numeric"
        value={secrets.accountId}
        onChange={change('accountId')}
      />
      {(['token', 'appSecret'] as const).map((name) => (
        <TextField
          key={name}
          label={t(`official.${name}`)}
          help={t(stored === null ? `official.${name}Help` : 'official.kept')}
          type="password"
          autoComplete="off"
          value={secrets[name]}
          onChange={change(name)}
        />
      ))}
      {numbers !== undefined && <Numbers numbers={numbers} chosen={chosen} onChoose={setChosen} />}
      <p className={styles.problem} role="alert">
        {failure !== null && (
          <>
            <TriangleAlert size={16} strokeWidth={2} aria-hidden /> {errorText(failure)}
          </>
        )}
      </p>
      <div className={styles.acts}>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Button
          type="submit"
          kind="primary"
          disabled={isWaiting || !isComplete || (numbers !== undefined && chosen === '')}
        >
          {t(isWaiting ? 'official.asking' : numbers === undefined ? 'official.find' : 'official.connect')}
        </Button>
      </div>
    </form>
  )
}

interface NumbersProps {
  readonly numbers: readonly BusinessAccountPhoneNumber[]
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

function Numbers({ numbers, chosen, onChoose }: NumbersProps) {
  const { t } = useTranslation('connections')
  const group = useId()
  if (numbers.length === 0) return <p className={styles.intro}>{t('official.noNumbers')}</p>
  return (
    <fieldset className={styles.numbers}>
      <legend>{t('official.choose')}</legend>
      {numbers.map(({ id, shown, verifiedName, quality, isRegistered, isTaken }) => (
        <label key={id} className={styles.number}>
          <input
            type="radio"
            name={group}
            checked={chosen === id}
            disabled={isTaken || !isRegistered}
            onChange={() => onChoose(id)}
          />
          <span>
            <b>{shown}</b>
            <small>
              {verifiedName} · {qualityRatingText(t, quality)}
            </small>
            {isTaken && <small>{t('official.taken')}</small>}
            {!isRegistered && <small>{t('official.notRegistered')}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface StateProps extends ConnectionDialogProps {
  readonly number: OfficialNumber
  readonly onReplace: () => void
}

function State({ connection, number, onReplace, onClose }: StateProps) {
  const { t } = useTranslation('connections')
  const check = useCheckOfficialNumber(connection.id)
  const maySetUp = useMayCall(setUpOfficialNumber)
  const StepIcon = number.webhookVerifiedAt === null ? Clock : CircleCheck
  const { trouble, webhookVerifiedAt, lastWebhookAt, firstMessageAt, tokenExpiresAt, checkedAt } = number
  const facts: readonly (readonly [label: string, value: string])[] = [
    [t('official.verifiedName'), number.verifiedName ?? '—'],
    [t('official.nameStatus'), displayNameStatusText(t, number.nameStatus)],
    [t('official.quality'), qualityRatingText(t, number.quality)],
    [t('official.limit'), messagingLimitText(t, number.messagingLimit)],
    [t('official.tokenExpires'), tokenExpiresAt === null ? t('official.never') : dateAndTime(tokenExpiresAt)],
    [t('official.checkedAt'), dateAndTime(checkedAt)],
  ]
  return (
    <div className={styles.state}>
      {trouble !== null && (
        <p className={styles.problem} role="alert">
          <TriangleAlert size={16} strokeWidth={2} aria-hidden />
          {t(`official.trouble.${trouble.what}`, { detail: trouble.detail })}
        </p>
      )}
      <section>
        <h3>{t('official.callback')}</h3>
        <p className={styles.intro}>{t('official.callbackHelp')}</p>
        <Copied
          label={t('official.address')}
          text={number.callbackUrl ?? `${location.origin}/webhooks/whatsapp`}
        />
        <Copied label={t('official.verifyToken')} text={number.verifyToken} />
        <p className={styles.step} data-done={webhookVerifiedAt !== null} role="status">
          <StepIcon size={16} strokeWidth={2} aria-hidden />
          {webhookVerifiedAt === null
            ? t('official.waitsForMeta')
            : t('official.verified', { moment: dateAndTime(webhookVerifiedAt) })}
        </p>
        {webhookVerifiedAt !== null && firstMessageAt === null && (
          <p className={styles.step} role="status">
            <Clock size={16} strokeWidth={2} aria-hidden /> {t('official.waitsForMessage')}
          </p>
        )}
        {lastWebhookAt !== null && (
          <p className={styles.intro}>{t('official.lastWebhook', { moment: dateAndTime(lastWebhookAt) })}</p>
        )}
      </section>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.acts}>
        {maySetUp && <Button onClick={onReplace}>{t('official.replace')}</Button>}
        <Button disabled={check.isPending} onClick={() => check.mutate()}>
          {t(check.isPending ? 'official.asking' : 'official.checkAgain')}
        </Button>
        <Button kind="primary" onClick={onClose}>
          {t('common:close')}
        </Button>
      </div>
    </div>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('connections')
  return (
    <div className={styles.copied}>
      <span>
        <small>{label}</small>
        <code>{text}</code>
      </span>
      <CopyButton text={text} label={t('official.copy', { what: label })} />
    </div>
  )
}
