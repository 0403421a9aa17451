import type { UserView } from '@balcao/contract/people'
import { getTwoStepStatus } from '@balcao/contract/two-step'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveTextFile } from '../../lib/save-file'
import { useMayCall, useUser } from '../../lib/session'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { CopyButton } from '../../ui/copy-button'
import { AppDialog } from '../../ui/dialog'
import { showToast } from '../../ui/toasts'
import { useBeginTwoStepSetup, useResetTwoStep, useTwoStepStatus } from './api/two-step'
import { ProveIdentityDialog } from './prove-dialog'
import { SwitchOnTwoStepDialog } from './switch-on-dialog'
import styles from './two-step.module.css'

export function TwoStepSettings({ user }: { user: UserView }) {
  const self = useUser()
  if (!useMayCall(getTwoStepStatus)) return null
  return user.id === self.id ? <OwnTwoStep user={user} /> : <TwoStepOfOther user={user} />
}

type OpenDialog =
  | { readonly dialog: 'none' | 'off' | 'renew' }
  | { readonly dialog: 'on'; readonly secret: string; readonly uri: string }
  | { readonly dialog: 'codes'; readonly codes: readonly string[] }

function OwnTwoStep({ user: { id } }: { user: UserView }) {
  const { t } = useTranslation('users')
  const { data, isError, refetch } = useTwoStepStatus(id)
  const begin = useBeginTwoStepSetup()
  const [open, setOpen] = useState<OpenDialog>({ dialog: 'none' })
  const close = () => setOpen({ dialog: 'none' })
  const showCodes = (codes: readonly string[]) => setOpen({ dialog: 'codes', codes })

  async function startSwitchingOn(): Promise<void> {
    const begun = await begin.mutateAsync().catch(() => null) // The mutation has already shown the error.
    if (begun !== null) setOpen({ dialog: 'on', ...begun })
  }

  return (
    <section className={styles.section} aria-label={t('twoStep.name')}>
      <h3>{t('twoStep.name')}</h3>
      {isError && data === undefined ? (
        <>
          <p>{t('twoStep.unread')}</p>
          <Button size="small" onClick={() => void refetch()}>
            {t('common:tryAgain')}
          </Button>
        </>
      ) : data === undefined ? (
        <p role="status">{t('common:loading')}</p>
      ) : data.isOn ? (
        <>
          <p>
            {t('twoStep.isOn')} {t('twoStep.codesLeft', { count: data.recoveryCodesLeft })}
          </p>
          <div className={styles.acts}>
            <Button size="small" onClick={() => setOpen({ dialog: 'renew' })}>
              {t('twoStep.renew')}
            </Button>
            <Button size="small" destroys onClick={() => setOpen({ dialog: 'off' })}>
              {t('twoStep.switchOff')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>{t('twoStep.isOff')}</p>
          <Button size="small" disabled={begin.isPending} onClick={startSwitchingOn}>
            {t('twoStep.switchOn')}
          </Button>
        </>
      )}
      {open.dialog === 'on' && (
        <SwitchOnTwoStepDialog
          ownId={id}
          secret={open.secret}
          uri={open.uri}
          onClose={close}
          onDone={showCodes}
        />
      )}
      {(open.dialog === 'off' || open.dialog === 'renew') && (
        <ProveIdentityDialog act={open.dialog} ownId={id} onClose={close} onCodes={showCodes} />
      )}
      {open.dialog === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={close} />}
    </section>
  )
}

function TwoStepOfOther({ user: { id, name } }: { user: UserView }) {
  const { t } = useTranslation('users')
  const { data } = useTwoStepStatus(id)
  const reset = useResetTwoStep(id)
  const [isAsking, setAsking] = useState(false)
  if (data?.isOn !== true) return null

  async function act(): Promise<void> {
    await reset.mutateAsync()
    showToast('success', t('twoStep.wentOff'))
  }

  return (
    <section className={styles.section} aria-label={t('twoStep.name')}>
      <h3>{t('twoStep.name')}</h3>
      <p>{t('twoStep.isOnOfOther')}</p>
      <Button size="small" destroys onClick={() => setAsking(true)}>
        {t('twoStep.switchOff')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('twoStep.resetTitle', { name })}
          confirm={t('twoStep.switchOff')}
          destroys
          onClose={() => setAsking(false)}
          onConfirm={act}
        >
          <p>{t('twoStep.resetMeaning')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Shows new recovery codes, which cannot be shown again. */
function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('users')
  const text = `${codes.join('\n')}\n`
  return (
    <AppDialog
      title={t('twoStep.codesTitle')}
      onClose={onClose}
      actions={
        <>
          <Button icon={Download} onClick={() => saveTextFile(t('twoStep.fileName'), text)}>
            {t('twoStep.download')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('twoStep.kept')}
          </Button>
        </>
      }
    >
      <p>{t('twoStep.codesMeaning')}</p>
      <div className={styles.codes}>
        <ul>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <CopyButton text={text} label={t('twoStep.copyCodes')} />
      </div>
    </AppDialog>
  )
}
