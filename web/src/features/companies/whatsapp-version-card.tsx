import type { WhatsappWebVersionView } from '@balcao/contract/platform-settings'
import { automaticWhatsappWebVersion, parseWhatsappWebVersion } from '@balcao/domain/web-version'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../lib/dates'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/choice-field'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { TextField } from '../../ui/text-field'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useLookUpWhatsappVersion, useSaveWhatsappVersion, useWhatsappVersion } from './api/companies'
import styles from './companies.module.css'

export function WhatsappVersionCard() {
  const { t } = useTranslation('companies')
  const titleId = useId()
  const { data, error, isPending, refetch } = useWhatsappVersion()
  return (
    <section className={styles.version} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('version.title')}</h2>
      <p>{t('version.text')}</p>
      {isPending ? (
        <SkeletonRows rows={1} />
      ) : data === undefined ? (
        <ErrorState title={t('version.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.versionParts}>
          <Claimed version={data} />
          <VersionForm key={data.setting} version={data} />
        </div>
      )}
    </section>
  )
}

function Claimed({ version: { claimed, source, lookedUpAt, failure } }: { version: WhatsappWebVersionView }) {
  const { t } = useTranslation('companies')
  const lookUp = useLookUpWhatsappVersion()
  return (
    <div>
      <dl className={styles.versionFacts}>
        <dt>{t('version.claimed')}</dt>
        <dd>
          <b>{claimed}</b>
          <span>{t(`version.source.${source}`)}</span>
        </dd>
        <dt>{t('version.lookedUp')}</dt>
        <dd>{lookedUpAt === null ? t('version.never') : dateAndTime(lookedUpAt)}</dd>
      </dl>
      <div role="status">
        {failure !== null && (
          <p className={styles.versionFailure}>
            <TriangleAlert size={16} strokeWidth={2} aria-hidden /> {t(`version.failure.${failure}`)}
          </p>
        )}
      </div>
      <Button icon={RefreshCw} disabled={lookUp.isPending} onClick={() => lookUp.mutate()}>
        {t(lookUp.isPending ? 'version.lookingUp' : 'version.lookUp')}
      </Button>
    </div>
  )
}

function VersionForm({ version: { setting, claimed, shipped } }: { version: WhatsappWebVersionView }) {
  const { t } = useTranslation('companies')
  const save = useSaveWhatsappVersion()
  const { submit, isWaiting } = useDelayedSubmit(save.mutateAsync)
  const [kind, setKind] = useState(
    setting === automaticWhatsappWebVersion ? automaticWhatsappWebVersion : 'fixed',
  )
  const [typed, setTyped] = useState(setting === automaticWhatsappWebVersion ? claimed : setting)
  const [isRefused, setRefused] = useState(false)
  const chosen = kind === automaticWhatsappWebVersion ? automaticWhatsappWebVersion : typed.trim()
  const isWrong = chosen !== automaticWhatsappWebVersion && parseWhatsappWebVersion(chosen) === null

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setRefused(isWrong)
    if (!isWrong) void submit(chosen)
  }

  return (
    <form className={styles.versionForm} onSubmit={onSubmit} noValidate>
      <SelectField
        label={t('version.choice')}
        help={t('version.choiceHelp', { shipped })}
        choices={[
          { value: automaticWhatsappWebVersion, name: t('version.automatic') },
          { value: 'fixed', name: t('version.fixed') },
        ]}
        value={kind}
        disabled={isWaiting}
        onChange={setKind}
      />
      {kind !== automaticWhatsappWebVersion && (
        <TextField
          label={t('version.number')}
          help={t('version.numberHelp')}
          error={isRefused && isWrong ? t('version.numberWrong') : undefined}
          maxLength={40}
          autoComplete="off"
          value={typed}
          disabled={isWaiting}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <Button type="submit" kind="primary" disabled={isWaiting || chosen === setting}>
        {t('common:save')}
      </Button>
    </form>
  )
}
