import { mailPasswordLink } from '@balcao/contract/password-links'
import type { UserView } from '@balcao/contract/people'
import { profiles } from '@balcao/domain/people'
import { hasPermission } from '@balcao/domain/permissions'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { LogOut, Mail, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { type Control, Controller, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../lib/api-error'
import { call } from '../../lib/call'
import { changedValues } from '../../lib/changed-values'
import { errorText } from '../../lib/error-text'
import { useConnections } from '../../lib/lists/connections'
import { useQueues } from '../../lib/lists/queues'
import { useUser, useViewer } from '../../lib/session'
import { useSignInHelp } from '../../lib/sign-in-help'
import { Button } from '../../ui/button'
import { MultiSelectField } from '../../ui/choice-field'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import formStyles from '../../ui/form.module.css'
import { FormDialog } from '../../ui/form-dialog'
import { FormSelectField, FormSwitchField } from '../../ui/form-fields'
import { TextField } from '../../ui/text-field'
import { showError, showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveUser, useSignOutEverywhere } from './api/users'
import { PasswordFields } from './password-fields'
import { TwoStepSettings } from './two-step'
import {
  initialUserFormInput,
  needsCurrentPassword,
  type UserFormInput,
  type UserFormSubject,
  type UserFormValues,
  userFormSchema,
} from './user-form'
import styles from './users.module.css'

interface UserDialogProps {
  readonly user: UserView | null
  readonly title: string
  readonly onClose: () => void
}

/** Only admins see the fields that only admins may change (USER-07, PERM-07, PERM-08). */
export function UserDialog({ user, title, onClose }: UserDialogProps) {
  const { t } = useTranslation('users')
  const isAdmin = hasPermission(useViewer(), 'user-modal:editProfile')
  const ownId = useUser().id
  const subject: UserFormSubject = user === null ? 'new' : user.id === ownId ? 'own' : 'colleague'
  const keptEmail = user?.email ?? ''
  const save = useSaveUser(user?.id ?? null)
  const form = useForm<UserFormInput, unknown, UserFormValues>({
    resolver: zodResolver(userFormSchema(subject, keptEmail)),
    mode: 'onTouched',
    defaultValues: initialUserFormInput(user),
  })
  const { register, control, handleSubmit, setError, formState } = form
  const { errors, dirtyFields } = formState
  const { submit, isWaiting } = useDelayedSubmit(async ({ currentPassword, ...values }: UserFormValues) => {
    const proof = needsCurrentPassword(subject, keptEmail, values) ? { currentPassword } : {}
    try {
      const change = { ...changedValues(values, dirtyFields), ...proof }
      const returned = await save.mutateAsync({ form: values, change })
      showToast('success', values.invite ? t('invited', { email: values.email }) : t('common:saved'))
      if (returned > 0) showToast('info', t('waitingAgain', { count: returned }))
      onClose()
    } catch (error) {
      if (isRefusal(error, 'ERR_EMAIL_ALREADY_EXISTS')) {
        setError('email', { message: errorText(error) }, { shouldFocus: true })
      }
      if (isRefusal(error, 'ERR_PASSWORD_WRONG')) {
        setError('currentPassword', { message: errorText(error) }, { shouldFocus: true })
      }
      showError(error)
    }
  })

  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty}
    >
      <TextField label={t('name')} autoFocus error={errors.name?.message} {...register('name')} />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordFields form={form} subject={subject} keptEmail={keptEmail} />
      {isAdmin && <AdminFields control={control} />}
      {subject === 'colleague' && user !== null && <MailPasswordLink user={user} />}
      {user !== null && <TwoStepSettings user={user} />}
      {user !== null && <SignOutEverywhereSection user={user} />}
    </FormDialog>
  )
}

function AdminFields({ control }: { control: Control<UserFormInput, unknown, UserFormValues> }) {
  const { t } = useTranslation('users')
  const { data: queues = [] } = useQueues()
  const { data: connections = [] } = useConnections()
  return (
    <>
      <div className={formStyles.pair}>
        <FormSelectField
          control={control}
          name="profile"
          label={t('profile')}
          choices={profiles.map((profile) => ({ value: profile, name: t(`profiles.${profile}`) }))}
        />
        <FormSelectField
          control={control}
          name="whatsappId"
          label={t('connection')}
          choices={[
            { value: '' as const, name: t('noConnection') },
            ...connections.map(({ id, name }) => ({ value: id, name })),
          ]}
        />
      </div>
      <Controller
        control={control}
        name="queueIds"
        render={({ field }) => (
          <MultiSelectField
            label={t('queues')}
            none={t('noQueue')}
            choices={queues.map(({ id, name, color }) => ({ value: id, name, color }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <NoQueueWarning control={control} />
      <FormSwitchField control={control} name="allTicket" label={t('allTicket')} help={t('allTicketHelp')} />
    </>
  )
}

function NoQueueWarning({ control }: { control: Control<UserFormInput, unknown, UserFormValues> }) {
  const { t } = useTranslation('users')
  const [queueIds, profile] = useWatch({ control, name: ['queueIds', 'profile'] })
  const isWithoutWork = queueIds.length === 0 && profile !== 'admin'
  return (
    <div role="status">
      {isWithoutWork && (
        <p className={styles.noQueue}>
          <TriangleAlert size={16} strokeWidth={1.75} aria-hidden /> {t('noQueueWarning')}
        </p>
      )}
    </div>
  )
}

/** Mails a colleague a link for a new password. Renders nothing where the installation sends no mail. */
function MailPasswordLink({ user: { id, email } }: { readonly user: UserView }) {
  const { t } = useTranslation('users')
  const { data: help } = useSignInHelp()
  const send = useMutation({
    mutationFn: () => call(mailPasswordLink, { params: { userId: id } }),
    onSuccess: () => showToast('success', t('passwordLink.done', { email })),
    onError: showError,
  })
  if (help?.sendsMail !== true) return null
  return (
    <div className={styles.signOut}>
      <p>{t('passwordLink.help')}</p>
      <Button size="small" icon={Mail} disabled={send.isPending} onClick={() => send.mutate()}>
        {t('passwordLink.act')}
      </Button>
    </div>
  )
}

function SignOutEverywhereSection({ user: { id, name } }: { user: UserView }) {
  const { t } = useTranslation('users')
  const [isAsking, setAsking] = useState(false)
  const signOut = useSignOutEverywhere(id)
  const whose = useUser().id === id ? 'own' : 'other'

  async function act() {
    await signOut.mutateAsync()
    showToast('success', t('signOut.done'))
  }

  return (
    <div className={styles.signOut}>
      <p>{t(`signOut.help.${whose}`)}</p>
      <Button size="small" destroys icon={LogOut} onClick={() => setAsking(true)}>
        {t('signOut.act')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t(`signOut.title.${whose}`, { name })}
          confirm={t('signOut.act')}
          destroys
          onClose={() => setAsking(false)}
          onConfirm={act}
        >
          <p>{t(`signOut.meaning.${whose}`)}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
